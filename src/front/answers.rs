//! Typed answers: the results of a rule as methods.

use super::Error;
use crate::chance::{EventName, QuantityName};
use crate::engine::ContractError;
use crate::games::asoiaf::results::{event as events, quantity as quantities};
use crate::request::{self, Key, Reply, RequestError};
use crate::study::field::FieldAnswer;
use crate::study::matrix::MatrixAnswer;
use crate::study::{Answer, Distribution};

/// The type of the answers to a kind of question.
pub trait TypedAnswer: Sized + sealed::Sealed {
    /// The name of the kind of question.
    const KIND: &'static str;

    /// Returns the keys of the kind of question. They are built once, which takes longer than an
    /// answer.
    fn keys() -> &'static [Key];

    /// Takes the results out of a reply to one question.
    ///
    /// # Errors
    /// [`Error::Request`] for a question with several cases, [`Error::Engine`] if the rule did not
    /// record a result (a bug).
    fn from_reply(reply: Reply) -> Result<Self, Error>;
}

/// Keeps [`TypedAnswer`] closed, so that a new method of it is no breaking change.
mod sealed {
    pub trait Sealed {}
}

/// Returns the keys of a kind of question; none of an unknown kind.
fn keys_of(kind: &str) -> &'static [Key] {
    request::kind(kind).map(|kind| kind.keys()).unwrap_or_default()
}

/// Refuses a reply that is not to one question.
fn several_cases() -> Error {
    RequestError::refused(
        "a list of values makes several questions: give one value for each field, or call `reply`",
    )
    .into()
}

fn quantity(answer: &Answer, name: QuantityName) -> Result<Distribution, Error> {
    let found = answer.quantity(name).ok_or(ContractError::OutOfRange)?;
    Ok(found.distribution.clone())
}

fn event(answer: &Answer, name: EventName) -> Result<f64, Error> {
    Ok(answer.event(name).ok_or(ContractError::OutOfRange)?.probability())
}

/// Defines types of answers: each has a method for each result that its rule always records.
macro_rules! answers {
    ($(
        $(#[$about:meta])*
        $answer:ident: $kind:literal {
            quantities {
                $($(#[$quantity_doc:meta])* $quantity:ident: $quantity_name:ident;)*
            }
            events {
                $($(#[$event_doc:meta])* $event:ident: $event_name:ident;)*
            }
        }
    )*) => {$(
        $(#[$about])*
        #[derive(Clone, Debug)]
        #[non_exhaustive]
        pub struct $answer {
            $($quantity: Distribution,)*
            $($event: f64,)*
            answer: Answer,
        }

        impl sealed::Sealed for $answer {}

        impl TypedAnswer for $answer {
            const KIND: &'static str = $kind;

            fn keys() -> &'static [Key] {
                keys_of($kind)
            }

            fn from_reply(reply: Reply) -> Result<Self, Error> {
                let Reply::One(answer, _) = reply else { return Err(several_cases()) };
                Ok(Self {
                    $($quantity: quantity(&answer, quantities::$quantity_name)?,)*
                    $($event: event(&answer, events::$event_name)?,)*
                    answer: *answer,
                })
            }
        }

        impl $answer {
            $($(#[$quantity_doc])*
            pub const fn $quantity(&self) -> &Distribution {
                &self.$quantity
            })*

            $($(#[$event_doc])*
            pub const fn $event(&self) -> f64 {
                self.$event
            })*

            /// Returns the untyped answer: all results by name, notes and abilities that are not
            /// counted.
            pub const fn details(&self) -> &Answer {
                &self.answer
            }
        }
    )*};
}

answers! {
    /// The answer to an [`AttackQuestion`](crate::AttackQuestion).
    ///
    /// # Examples
    /// One die on 4+ against defense 4+ wounds with probability 1/4, and morale 7+ fails with
    /// probability 15/36:
    ///
    /// ```
    /// let question = warodds::AttackQuestion::new().dice(1).hit(4).defense(4).morale(7);
    /// let answer = question.clone().exact()?;
    /// assert!((answer.panic_failed() - 1.0 / 4.0 * 15.0 / 36.0).abs() < 1e-12);
    /// assert!((question.defender_wounds(1).exact()?.destroyed() - 0.25).abs() < 1e-12);
    /// # Ok::<(), warodds::Error>(())
    /// ```
    AttackAnswer: "attack" {
        quantities {
            /// Returns the number of hits, automatic hits included (A2.2, A2.10).
            hits: HITS;
            /// Returns the number of hits that no save blocked (A2.6).
            attack_wounds: ATTACK_WOUNDS;
            /// Returns the wounds from the panic test that the attack causes (A2.7).
            panic_wounds: PANIC_WOUNDS;
            /// Returns all wounds the defender suffers, at most those it has left (A2.9).
            wounds: WOUNDS;
        }
        events {
            /// Returns the probability that the defender takes a panic test and fails it.
            panic_failed: PANIC_FAILED;
            /// Returns the probability that the defender is destroyed.
            destroyed: DESTROYED;
        }
    }

    /// The answer to a [`ChargeQuestion`](crate::ChargeQuestion).
    ///
    /// # Examples
    /// Speed 5 charges 6" with any roll, and a natural 1 is disorderly (A5.5):
    ///
    /// ```
    /// let answer = warodds::ChargeQuestion::new().speed(5).distance(6.0).exact()?;
    /// assert!((answer.reached() - 1.0).abs() < 1e-12);
    /// assert!((answer.disorderly() - 1.0 / 6.0).abs() < 1e-12);
    /// assert!((answer.distance().mean() - (5.0 + 3.5)).abs() < 1e-12);
    /// # Ok::<(), warodds::Error>(())
    /// ```
    ChargeAnswer: "charge" {
        quantities {
            /// Returns how far the charger moves, in inches (A5.2).
            distance: DISTANCE;
            /// Returns the wounds the target suffers; 0 if the charge fails.
            wounds: WOUNDS;
            /// Returns the wounds the charger suffers.
            own_wounds: OWN_WOUNDS;
        }
        events {
            /// Returns the probability that the charge reaches the target.
            reached: REACHED;
            /// Returns the probability of a successful but disorderly charge (A5.5).
            disorderly: DISORDERLY;
            /// Returns the probability that the charge fails (A5.6).
            failed: FAILED;
            /// Returns the probability that the target is destroyed.
            destroyed: DESTROYED;
            /// Returns the probability that the charger is destroyed, by its failed panic test, by
            /// terrain or by abilities.
            own_destroyed: OWN_DESTROYED;
        }
    }

    /// The answer to a [`PanicQuestion`](crate::PanicQuestion).
    ///
    /// # Examples
    /// Morale 7+ fails on 6 or less on two dice; a failure costs 2, 3 or 4 wounds alike (A4.2):
    ///
    /// ```
    /// let answer = warodds::PanicQuestion::new().morale(7).exact()?;
    /// assert!((answer.failed() - 15.0 / 36.0).abs() < 1e-12);
    /// assert!((answer.wounds().exactly(4) - 15.0 / 36.0 / 3.0).abs() < 1e-12);
    /// assert_eq!(answer.wounds().exactly(1), 0.0);
    /// # Ok::<(), warodds::Error>(())
    /// ```
    PanicAnswer: "panic" {
        quantities {
            /// Returns the wounds the unit suffers, at most those it has left.
            wounds: WOUNDS;
        }
        events {
            /// Returns the probability that the unit fails the test.
            failed: FAILED;
        }
    }

    /// The answer to a [`DuelQuestion`](crate::DuelQuestion).
    ///
    /// # Examples
    /// ```
    /// let answer = warodds::duel("stark sworn swords", "lannister guardsmen").exact()?;
    /// let ends = answer.a_destroyed() + answer.b_destroyed() + answer.both_stand();
    /// assert!((ends - 1.0).abs() < 1e-9);
    /// assert!(answer.rounds().mean() <= 6.0);
    /// # Ok::<(), warodds::Error>(())
    /// ```
    DuelAnswer: "duel" {
        quantities {
            /// Returns the wounds the first unit has left.
            a_left: A_LEFT;
            /// Returns the wounds the second unit has left.
            b_left: B_LEFT;
            /// Returns the number of rounds that are played.
            rounds: ROUNDS;
        }
        events {
            /// Returns the probability that the first unit is destroyed.
            a_destroyed: A_DESTROYED;
            /// Returns the probability that the second unit is destroyed.
            b_destroyed: B_DESTROYED;
            /// Returns the probability that neither unit is destroyed.
            both_stand: BOTH_STAND;
        }
    }
}

impl sealed::Sealed for MatrixAnswer {}

impl TypedAnswer for MatrixAnswer {
    const KIND: &'static str = "matrix";

    fn keys() -> &'static [Key] {
        keys_of(Self::KIND)
    }

    fn from_reply(reply: Reply) -> Result<Self, Error> {
        let Reply::Field(answer) = reply else { return Err(several_cases()) };
        match *answer {
            FieldAnswer::Matrix(answer) => Ok(*answer),
            _ => Err(several_cases()),
        }
    }
}
