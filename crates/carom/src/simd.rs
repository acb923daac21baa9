//! Runs a loop with the widest vectors the machine has, found out at run time.
//!
//! The loop is ordinary Rust, compiled once for every kind of vectors. Only + − × ÷ √ and comparisons are vectorized, each
//! lane by itself, and nothing is fused or reordered, so the bits are the same with all of them.
//!
//! This is the one file with `unsafe`. A function that is compiled for instructions which not every machine has may
//! only be called on one that has them; with AVX2 a batch takes about half the time it takes without. And the sign bits of
//! several numbers are one instruction, of which the compiler makes twenty.
#![allow(unsafe_code, reason = "calling what is compiled for newer machines; see above")]

/// A loop. `run` must be `#[inline(always)]` with all it calls, or it is not compiled for wide vectors.
pub(crate) trait Kernel {
    type Output;
    fn run(self) -> Self::Output;
}

/// One bit for each number whose sign bit is set.
#[inline(always)]
pub(crate) fn signs<const W: usize>(numbers: &[f32; W]) -> u32 {
    const { assert!(W % 4 == 0 && W < 32) };
    let mut signs = 0;
    #[cfg(target_arch = "x86_64")]
    for (place, four) in numbers.chunks_exact(4).enumerate() {
        use core::arch::x86_64::{_mm_loadu_ps, _mm_movemask_ps};
        // SAFETY: every x86-64 has these instructions, and `four` is four numbers.
        signs |= unsafe { _mm_movemask_ps(_mm_loadu_ps(four.as_ptr())) as u32 } << (4 * place);
    }
    #[cfg(not(target_arch = "x86_64"))]
    for (place, number) in numbers.iter().enumerate() {
        signs |= u32::from(number.is_sign_negative()) << place;
    }
    signs
}

/// Says that something will be needed soon.
#[inline(always)]
pub(crate) fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        let start = core::ptr::from_ref(value).cast::<i8>();
        // SAFETY: every x86-64 has this instruction, which reads nothing; both places are within the value or at its end.
        unsafe {
            _mm_prefetch::<_MM_HINT_T0>(start);
            _mm_prefetch::<_MM_HINT_T0>(start.add(size_of::<T>()));
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}

#[inline]
pub(crate) fn run<K: Kernel>(kernel: K) -> K::Output {
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    {
        if std::arch::is_x86_feature_detected!("avx2") && std::arch::is_x86_feature_detected!("bmi1") {
            // SAFETY: the machine has just said that it has these instructions.
            return unsafe { with_avx2(kernel) };
        }
    }
    kernel.run()
}

/// # Safety
/// The machine must have these instructions.
#[cfg(all(feature = "std", target_arch = "x86_64"))]
#[target_feature(enable = "avx2,bmi1")]
unsafe fn with_avx2<K: Kernel>(kernel: K) -> K::Output {
    kernel.run()
}
