//! Runs a loop with the widest vectors the machine has, found out at run time.
//!
//! The loop is ordinary Rust, compiled once for every kind of vectors. Only + − × ÷ √ and comparisons are vectorized, each
//! lane by itself, and nothing is fused or reordered, so the bits are the same with all of them.
//!
//! This is the one file with `unsafe`: a function that is compiled for instructions which not every machine has may
//! only be called on one that has them. It is worth it: with AVX2 a batch takes about half the time it takes without.
#![allow(unsafe_code, reason = "calling what is compiled for newer machines; see above")]

/// A loop. `run` must be `#[inline(always)]` with all it calls, or it is not compiled for wide vectors.
pub(crate) trait Kernel {
    type Output;
    fn run(self) -> Self::Output;
}

#[inline]
pub(crate) fn run<K: Kernel>(kernel: K) -> K::Output {
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    {
        if std::arch::is_x86_feature_detected!("avx2") {
            // SAFETY: the machine has just said that it has these instructions.
            return unsafe { with_avx2(kernel) };
        }
    }
    kernel.run()
}

/// # Safety
/// The machine must have these instructions.
#[cfg(all(feature = "std", target_arch = "x86_64"))]
#[target_feature(enable = "avx2")]
unsafe fn with_avx2<K: Kernel>(kernel: K) -> K::Output {
    kernel.run()
}
