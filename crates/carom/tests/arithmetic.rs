//! A world is not made where the processor was set to compute in another way.

#![cfg(target_arch = "x86_64")]

use carom::{ArithmeticFault, Body, Error, Settings, Walls, World, check_arithmetic};
use std::arch::asm;

/// Bits of the register that says how SSE computes: two for the rounding mode, one for results, one for operands.
const DOWN: u32 = 1 << 13;
const UP: u32 = 2 << 13;
const TOWARD_ZERO: u32 = 3 << 13;
const FLUSH_TO_ZERO: u32 = 1 << 15;
const DENORMALS_ARE_ZERO: u32 = 1 << 6;

/// What is answered while these bits are set.
fn with_bits<T>(bits: u32, ask: impl Fn() -> T) -> T {
    let mut register = 0_u32;
    // SAFETY: it stores the register in the place it is given.
    unsafe { asm!("stmxcsr [{}]", in(reg) &raw mut register, options(nostack)) };
    let changed = register | bits;
    // SAFETY: nothing but the question, which computes with numbers the compiler does not know, runs until it is set back.
    unsafe { asm!("ldmxcsr [{}]", in(reg) &raw const changed, options(nostack)) };
    let answer = ask();
    // SAFETY: it is as it was.
    unsafe { asm!("ldmxcsr [{}]", in(reg) &raw const register, options(nostack)) };
    answer
}

fn check(bits: u32, fault: ArithmeticFault) {
    let refused = Err(Error::Arithmetic { fault });
    assert_eq!(with_bits(bits, check_arithmetic), refused, "{bits:x}");
    let made = with_bits(bits, || World::with(Walls::default(), Settings::default()).map(|world| world.len()));
    assert_eq!(made, Err(Error::Arithmetic { fault }), "{bits:x}");
    let added = with_bits(bits, || World::default().add(Body::point([0, 0])).map(|_| ()));
    assert_eq!(added, Err(Error::Arithmetic { fault }), "{bits:x}");
}

#[test]
fn as_it_is_by_default() {
    assert_eq!(check_arithmetic(), Ok(()));
    assert_eq!(with_bits(0, check_arithmetic), Ok(()));
}

#[test]
fn rounded_in_another_direction() {
    for bits in [DOWN, UP, TOWARD_ZERO] {
        check(bits, ArithmeticFault::Rounding);
    }
}

#[test]
fn small_numbers_taken_for_zero() {
    for bits in [FLUSH_TO_ZERO, DENORMALS_ARE_ZERO, FLUSH_TO_ZERO | DENORMALS_ARE_ZERO] {
        check(bits, ArithmeticFault::Subnormals);
    }
}

#[test]
fn it_says_what_to_do() {
    let told = |fault| Error::Arithmetic { fault }.to_string();
    assert!(told(ArithmeticFault::Rounding).contains("set the rounding mode back to nearest"));
    assert!(told(ArithmeticFault::Subnormals).contains("switch off flush-to-zero"));
}
