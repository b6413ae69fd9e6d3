//! A campaign file: read, or refused with faults that can be drawn; what is read can be begun.

#![no_main]

use libfuzzer_sys::fuzz_target;
use warodds::chance::LongRule;
use warodds::games::warmachine::campaign::CampaignRule;
use warodds::scenario::FaultStyle;
use warodds::scenario::campaign::parse;

fuzz_target!(|text: &str| match parse("fuzz.toml", text) {
    Ok(scenario) => {
        let rule = CampaignRule::new(&scenario.campaign);
        assert_eq!(rule.slots().len(), rule.meanings().len());
        rule.over(&rule.start());
    }
    Err(faults) => faults.iter().for_each(|fault| {
        fault.render(FaultStyle::Ascii, 80);
    }),
});
