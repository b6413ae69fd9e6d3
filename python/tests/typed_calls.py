"""Calls with the types that mypy must find for their answers; test_signatures.py checks them."""

from __future__ import annotations

import numpy as np
from typing_extensions import assert_type

import warodds as wo

(CARD,) = wo.units("stark sworn swords")

# one question has one answer
assert_type(wo.attack(dice=8, hit="3+", defense=4, morale=7, charge=True), wo.Answer)
assert_type(wo.attack(CARD, "lannister guardsmen", facing="flank", threads=1), wo.Answer)
assert_type(wo.charge(CARD, "guardsmen", distance=8.5, attacker_card=["War Cry"]), wo.Answer)
assert_type(wo.panic(morale=np.int64(7)), wo.Answer)
assert_type(wo.westeros.attack("red", "blue hill", flanking=True), wo.Answer)
assert_type(wo.warmachine.damage(skill=7, def_=15, pow=20, arm=18), wo.Answer)
assert_type(wo.matrix(attackers=wo.units("stark, cavalry"), defenders="lannister"), wo.Matrix)
assert_type(wo.compare(CARD, "stark bowmen"), "wo.Comparison | wo.Matrix | wo.Ranking")

# lists, ranges and arrays have several
assert_type(wo.attack(dice=[6, 7], hit=3, defense=4, morale=7), wo.Answers)
assert_type(wo.attack(dice=np.arange(5, 9), hit=3, defense=4, morale=7), wo.Answers)
assert_type(wo.attack(wo.units("stark, infantry"), CARD, charge=[True, False]), wo.Answers)
assert_type(wo.charge(CARD, "guardsmen", distance=range(6, 12)), wo.Answers)
assert_type(wo.westeros.orders(dice=[4, 5], green=1), wo.Answers)
assert_type(wo.matrix(attackers="stark", defenders="lannister", charge=[True, False]), wo.Fields)

# flags that ask for something else
assert_type(wo.attack(CARD, "guardsmen", explain=True), wo.Trace)
assert_type(wo.attack(CARD, "guardsmen", rank_cards=True), wo.Answers)
assert_type(wo.options(CARD, "guardsmen", distance=8), wo.Answers)

# a text may be a range
assert_type(wo.charge(CARD, "guardsmen", distance="6..9"), "wo.Answer | wo.Answers | wo.Trace")

# wrong keywords and values
wo.attack(CARD, "guardsmen", facng="rear")  # type: ignore[call-overload]
wo.attack(CARD, "guardsmen", facing="back")  # type: ignore[arg-type]
wo.deck(copies=object())  # type: ignore[call-overload]
