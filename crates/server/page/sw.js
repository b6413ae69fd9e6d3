// The service worker: caches the page for use without a network. `web/build` writes its version and
// files.

const VERSION = "@VERSION@";
const FILES = [/* @FILES@ */];

addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(VERSION)
      .then((cache) => cache.addAll(FILES))
      .then(() => skipWaiting()),
  );
});

addEventListener("activate", (event) => {
  const outdated = async () => (await caches.keys()).filter((name) => name !== VERSION);
  event.waitUntil(
    outdated()
      .then((names) => Promise.all(names.map((name) => caches.delete(name))))
      .then(() => clients.claim()),
  );
});

addEventListener("fetch", (event) => {
  const { pathname } = new URL(event.request.url);
  if (event.request.method !== "GET" || pathname.includes("/api/")) return;
  event.respondWith(
    caches
      .match(event.request, { ignoreSearch: true })
      .then((cached) => cached ?? fetch(event.request)),
  );
});
