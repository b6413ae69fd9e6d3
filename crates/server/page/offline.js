// Copies of the page without a server work offline after the first visit.

import { byId, element } from "./page.js";

/// Installs the service worker, and shows a note when it has loaded a new version.
export async function installOffline() {
  const { serviceWorker } = navigator;
  const isUpdate = Boolean(serviceWorker.controller);
  serviceWorker.addEventListener("controllerchange", () => {
    if (isUpdate)
      byId("notes").append(
        element("p", {}, "A new version is available: ", element("a", { href: "." }, "reload")),
      );
  });
  await serviceWorker.register("sw.js").catch(() => undefined);
}
