//! The JSON Schema of shard files, for programs that read or check them.

use serde_json::{Value, json};

use crate::file::SCHEMA;

/// Returns the JSON Schema of a shard file.
pub fn schema() -> Value {
    let text = |description: &str| json!({ "type": "string", "description": description });
    let integer = |least: u64, description: &str| json!({ "type": "integer", "minimum": least, "description": description });
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A shard of warodds",
        "description": "Written by `warodds shard`: the counts of each result in some blocks of a \
                        run. `warodds merge` adds shards up.",
        "type": "object",
        "required": [
            "schema", "version", "cards", "asked", "engine", "fields", "seed", "run", "trials_of_block",
            "block", "blocks", "counted", "checksum",
        ],
        "properties": {
            "schema": { "const": SCHEMA },
            "version": text("version of the program that counted"),
            "cards": text("hash of the cards built into that program"),
            "asked": source(),
            "engine": { "enum": ["monte-carlo", "dice"] },
            "fields": {
                "enum": ["exact", "sampled"],
                "description": "how matrices and comparisons are answered: by the exact engine \
                                at merge time, or by the engine above",
            },
            "seed": integer(0, "seed of the run"),
            "run": text("hash of the fields above; the shards of one run share it"),
            "trials_of_block": integer(1, "trials in a block: 8192, or 512 of campaigns, or 16 of battles"),
            "block": integer(0, "number of the first block"),
            "blocks": integer(1, "number of blocks"),
            "counted": { "type": "array", "items": question_counts() },
            "checksum": text("hash of the fields above"),
        },
        "additionalProperties": false,
    })
}

/// Returns the schema of a [`ShardSource`](crate::ShardSource).
fn source() -> Value {
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

/// Returns the schema of [`QuestionCounts`](crate::QuestionCounts).
fn question_counts() -> Value {
    let counts = json!({ "type": "array", "items": { "type": "integer", "minimum": 0 } });
    let rows = json!({ "type": "array", "items": counts });
    let seen = json!({
        "type": "object",
        "required": ["slots"],
        "properties": { "slots": rows, "joint": rows },
        "additionalProperties": false,
    });
    let of_many = json!({
        "type": "object",
        "properties": {
            "cells": { "type": "array", "items": seen },
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
            "counts": { "oneOf": [seen, of_many] },
        },
        "additionalProperties": false,
    })
}
