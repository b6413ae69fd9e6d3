//! The JSON Schema of shards, for whoever reads or checks them by program.

use serde_json::{Value, json};

use crate::file::SCHEMA;

/// What a shard's file looks like.
pub fn schema() -> Value {
    let text = |words: &str| json!({ "type": "string", "description": words });
    let whole = |least: u64, words: &str| json!({ "type": "integer", "minimum": least, "description": words });
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A shard of warodds",
        "description": "What `warodds shard` writes: how often each result was seen in some \
                        blocks of a run. `warodds merge` adds shards up.",
        "type": "object",
        "required": [
            "schema", "version", "cards", "asked", "engine", "fields", "seed", "run", "trials_of_block",
            "block", "blocks", "counted", "checksum",
        ],
        "properties": {
            "schema": { "const": SCHEMA },
            "version": text("of the program that counted"),
            "cards": text("a hash of the cards that are part of that program"),
            "asked": asked(),
            "engine": { "enum": ["monte-carlo", "conditional", "table"] },
            "fields": {
                "enum": ["exact", "common", "apart"],
                "description": "who answers matrices and comparisons: the exact engine when \
                                shards are merged, or the engine above, with common dice or not",
            },
            "seed": whole(0, "of the run"),
            "run": text("a hash of all above: shards of one run share it"),
            "trials_of_block": whole(1, "trials of a block: 8192, of campaigns 512, of battles 16"),
            "block": whole(0, "the first block's number"),
            "blocks": whole(1, "how many blocks were counted"),
            "counted": { "type": "array", "items": counted() },
            "checksum": text("a hash of all above"),
        },
        "additionalProperties": false,
    })
}

/// The question in words: of a file, or a link.
fn asked() -> Value {
    let file = json!({
        "type": "object",
        "required": ["name", "text"],
        "properties": { "name": { "type": "string" }, "text": { "type": "string" } },
        "additionalProperties": false,
    });
    let lists = json!({ "type": "object", "additionalProperties": { "type": "string" } });
    let battle = json!({
        "type": "object",
        "required": ["name", "text", "lists"],
        "properties": { "name": { "type": "string" }, "text": { "type": "string" }, "lists": lists },
        "additionalProperties": false,
    });
    json!({
        "type": "object",
        "properties": {
            "scenario": file,
            "campaign": file,
            "battle": battle,
            "link": { "type": "string" },
        },
        "minProperties": 1,
        "maxProperties": 1,
        "additionalProperties": false,
    })
}

/// What was counted of a question.
fn counted() -> Value {
    let counts = json!({ "type": "array", "items": { "type": "integer", "minimum": 0 } });
    let rows = json!({ "type": "array", "items": counts });
    let seen = json!({
        "type": "object",
        "required": ["slots"],
        "properties": { "slots": rows, "joint": rows },
        "additionalProperties": false,
    });
    let question = json!({
        "type": "object",
        "properties": { "seen": seen, "given": counts },
        "minProperties": 1,
        "maxProperties": 1,
        "additionalProperties": false,
    });
    let of_many = json!({
        "type": "object",
        "properties": {
            "cells": { "type": "array", "items": question },
            "battles": { "type": "object", "required": ["games"] },
        },
        "minProperties": 1,
        "maxProperties": 1,
        "additionalProperties": false,
    });
    json!({
        "type": "object",
        "required": ["question", "name", "counts"],
        "properties": {
            "question": { "type": "integer", "minimum": 0 },
            "name": { "type": "string" },
            "counts": { "oneOf": [question, of_many] },
        },
        "additionalProperties": false,
    })
}
