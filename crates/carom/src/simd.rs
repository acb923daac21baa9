//! Runs a loop with the widest vectors the machine has, found out at run time.
//!
//! The loop is ordinary Rust, compiled once for every kind of vectors. Only + − × ÷ √ and comparisons are vectorized, each
//! lane by itself, and nothing is fused or reordered, so the bits are the same with all of them.
//!
//! This is the one file with `unsafe`. A function that is compiled for instructions which not every machine has may
//! only be called on one that has them; with AVX2 a batch takes about half the time it takes without. The sign bits of
//! several numbers are one instruction, of which the compiler makes twenty. And where numbers are compared and chosen as well as
//! added, it takes two at a time or one ([`Four`]: a bounce takes 36 ns that took 50).
#![allow(unsafe_code, reason = "calling what is compiled for newer machines; see above")]

use crate::float;
use crate::point::{max, min};

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

/// One bit for each of four that is the largest number.
#[inline(always)]
pub(crate) fn largest(four: &[u32; 4]) -> u32 {
    #[cfg(target_arch = "x86_64")]
    {
        use core::arch::x86_64::{_mm_castsi128_ps, _mm_cmpeq_epi32, _mm_loadu_si128, _mm_movemask_ps, _mm_set1_epi32};
        // SAFETY: every x86-64 has these instructions, and `four` is four numbers.
        unsafe {
            let four = _mm_loadu_si128(four.as_ptr().cast());
            _mm_movemask_ps(_mm_castsi128_ps(_mm_cmpeq_epi32(four, _mm_set1_epi32(-1)))) as u32
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        let [a, b, c, d] = four.map(|x| u32::from(x == u32::MAX));
        a | b << 1 | c << 2 | d << 3
    }
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
            // What is aligned like this is all in one line.
            if size_of::<T>() > align_of::<T>() {
                _mm_prefetch::<_MM_HINT_T0>(start.add(size_of::<T>()));
            }
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

/// Four numbers side by side, on which the same is done: for where the compiler does not see by itself that four fit in a register.
pub(crate) trait Four: Copy {
    fn of(numbers: [f64; 4]) -> Self;
    fn numbers(self) -> [f64; 4];
    fn plus(self, other: Self) -> Self;
    fn minus(self, other: Self) -> Self;
    fn times(self, other: Self) -> Self;
    fn over(self, other: Self) -> Self;
    fn root(self) -> Self;
    /// The smaller, as [`min`] has it.
    fn least(self, other: Self) -> Self;
    /// The larger, as [`max`] has it.
    fn most(self, other: Self) -> Self;
    /// The smallest of the four.
    fn least_of_all(self) -> f64;
    /// The bits that are set in both.
    fn and(self, other: Self) -> Self;
    /// The bits that are set in either.
    fn or(self, other: Self) -> Self;
    /// The bits that are set in one of both.
    fn xor(self, other: Self) -> Self;
    /// The one where this is above 0, the other where it is not.
    fn if_positive(self, then: Self, otherwise: Self) -> Self;
    /// One bit for each number that is above 0.
    fn positive(self) -> u32;

    /// The columns of four rows.
    fn columns(rows: [[f64; 4]; 4]) -> [Self; 4];

    #[inline(always)]
    fn all(x: f64) -> Self {
        Self::of([x; 4])
    }
}

/// A loop over numbers four by four. `run` must be `#[inline(always)]` with all it calls.
pub(crate) trait FourKernel {
    type Output;
    fn run<F: Four>(self) -> Self::Output;
}

#[inline]
pub(crate) fn run_by_four<K: FourKernel>(kernel: K) -> K::Output {
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    {
        if std::arch::is_x86_feature_detected!("avx2") && std::arch::is_x86_feature_detected!("bmi1") {
            // SAFETY: the machine has just said that it has these instructions.
            return unsafe { with_avx2(wide::ByFour(kernel)) };
        }
    }
    kernel.run::<Plain>()
}

/// Four numbers as every machine has them.
#[derive(Clone, Copy)]
pub(crate) struct Plain([f64; 4]);

impl Plain {
    #[inline(always)]
    fn with(self, other: Plain, operation: impl Fn(f64, f64) -> f64) -> Plain {
        let [a, b, c, d] = self.0;
        let [e, f, g, h] = other.0;
        Plain([operation(a, e), operation(b, f), operation(c, g), operation(d, h)])
    }

    #[inline(always)]
    fn with_bits(self, other: Plain, operation: impl Fn(u64, u64) -> u64) -> Plain {
        self.with(other, |a, b| f64::from_bits(operation(a.to_bits(), b.to_bits())))
    }
}

impl Four for Plain {
    #[inline(always)]
    fn of(numbers: [f64; 4]) -> Plain {
        Plain(numbers)
    }
    #[inline(always)]
    fn columns([a, b, c, d]: [[f64; 4]; 4]) -> [Plain; 4] {
        let column = |place: usize| Plain([a[place], b[place], c[place], d[place]]);
        [column(0), column(1), column(2), column(3)]
    }
    #[inline(always)]
    fn numbers(self) -> [f64; 4] {
        self.0
    }
    #[inline(always)]
    fn plus(self, other: Plain) -> Plain {
        self.with(other, |a, b| a + b)
    }
    #[inline(always)]
    fn minus(self, other: Plain) -> Plain {
        self.with(other, |a, b| a - b)
    }
    #[inline(always)]
    fn times(self, other: Plain) -> Plain {
        self.with(other, |a, b| a * b)
    }
    #[inline(always)]
    fn over(self, other: Plain) -> Plain {
        self.with(other, |a, b| a / b)
    }
    #[inline(always)]
    fn root(self) -> Plain {
        let [a, b, c, d] = self.0;
        Plain([float::sqrt(a), float::sqrt(b), float::sqrt(c), float::sqrt(d)])
    }
    #[inline(always)]
    fn least(self, other: Plain) -> Plain {
        self.with(other, min)
    }
    #[inline(always)]
    fn most(self, other: Plain) -> Plain {
        self.with(other, max)
    }
    #[inline(always)]
    fn least_of_all(self) -> f64 {
        let [a, b, c, d] = self.0;
        min(min(a, c), min(b, d))
    }
    #[inline(always)]
    fn and(self, other: Plain) -> Plain {
        self.with_bits(other, |a, b| a & b)
    }
    #[inline(always)]
    fn or(self, other: Plain) -> Plain {
        self.with_bits(other, |a, b| a | b)
    }
    #[inline(always)]
    fn xor(self, other: Plain) -> Plain {
        self.with_bits(other, |a, b| a ^ b)
    }
    #[inline(always)]
    fn if_positive(self, then: Plain, otherwise: Plain) -> Plain {
        let choose = |place: usize| if self.0[place] > 0.0 { then.0[place] } else { otherwise.0[place] };
        Plain([choose(0), choose(1), choose(2), choose(3)])
    }
    #[inline(always)]
    fn positive(self) -> u32 {
        let [a, b, c, d] = self.0.map(|x| u32::from(x > 0.0));
        a | b << 1 | c << 2 | d << 3
    }
}

/// Four numbers in one register.
#[cfg(all(feature = "std", target_arch = "x86_64"))]
mod wide {
    use super::{Four, FourKernel, Kernel};
    use core::arch::x86_64::*;

    /// Runs a kernel with [`Wide`] numbers, which is only right within `with_avx2`.
    pub(super) struct ByFour<K>(pub(super) K);

    impl<K: FourKernel> Kernel for ByFour<K> {
        type Output = K::Output;
        #[inline(always)]
        fn run(self) -> K::Output {
            self.0.run::<Wide>()
        }
    }

    /// Made by [`ByFour`] alone.
    #[derive(Clone, Copy)]
    pub(super) struct Wide(__m256d);

    // SAFETY of all of these: there are such numbers only within `with_avx2`, which is called where the machine has AVX2.
    impl Four for Wide {
        #[inline(always)]
        fn of(numbers: [f64; 4]) -> Wide {
            Wide(unsafe { _mm256_loadu_pd(numbers.as_ptr()) })
        }
        #[inline(always)]
        fn columns([a, b, c, d]: [[f64; 4]; 4]) -> [Wide; 4] {
            let (Wide(a), Wide(b), Wide(c), Wide(d)) = (Wide::of(a), Wide::of(b), Wide::of(c), Wide::of(d));
            unsafe {
                let (ab, cd) = (_mm256_unpacklo_pd(a, b), _mm256_unpacklo_pd(c, d));
                let (ab_odd, cd_odd) = (_mm256_unpackhi_pd(a, b), _mm256_unpackhi_pd(c, d));
                [
                    Wide(_mm256_permute2f128_pd::<0x20>(ab, cd)),
                    Wide(_mm256_permute2f128_pd::<0x20>(ab_odd, cd_odd)),
                    Wide(_mm256_permute2f128_pd::<0x31>(ab, cd)),
                    Wide(_mm256_permute2f128_pd::<0x31>(ab_odd, cd_odd)),
                ]
            }
        }
        #[inline(always)]
        fn numbers(self) -> [f64; 4] {
            let mut numbers = [0.0; 4];
            unsafe { _mm256_storeu_pd(numbers.as_mut_ptr(), self.0) };
            numbers
        }
        #[inline(always)]
        fn plus(self, other: Wide) -> Wide {
            Wide(unsafe { _mm256_add_pd(self.0, other.0) })
        }
        #[inline(always)]
        fn minus(self, other: Wide) -> Wide {
            Wide(unsafe { _mm256_sub_pd(self.0, other.0) })
        }
        #[inline(always)]
        fn times(self, other: Wide) -> Wide {
            Wide(unsafe { _mm256_mul_pd(self.0, other.0) })
        }
        #[inline(always)]
        fn over(self, other: Wide) -> Wide {
            Wide(unsafe { _mm256_div_pd(self.0, other.0) })
        }
        #[inline(always)]
        fn root(self) -> Wide {
            Wide(unsafe { _mm256_sqrt_pd(self.0) })
        }
        // The instruction gives its second number where neither is smaller, or one is NaN.
        #[inline(always)]
        fn least(self, other: Wide) -> Wide {
            Wide(unsafe { _mm256_min_pd(other.0, self.0) })
        }
        #[inline(always)]
        fn most(self, other: Wide) -> Wide {
            Wide(unsafe { _mm256_max_pd(other.0, self.0) })
        }
        #[inline(always)]
        fn least_of_all(self) -> f64 {
            unsafe {
                let (low, high) = (_mm256_castpd256_pd128(self.0), _mm256_extractf128_pd::<1>(self.0));
                let two = _mm_min_pd(high, low);
                _mm_cvtsd_f64(_mm_min_sd(_mm_unpackhi_pd(two, two), two))
            }
        }
        #[inline(always)]
        fn and(self, other: Wide) -> Wide {
            Wide(unsafe { _mm256_and_pd(self.0, other.0) })
        }
        #[inline(always)]
        fn or(self, other: Wide) -> Wide {
            Wide(unsafe { _mm256_or_pd(self.0, other.0) })
        }
        #[inline(always)]
        fn xor(self, other: Wide) -> Wide {
            Wide(unsafe { _mm256_xor_pd(self.0, other.0) })
        }
        #[inline(always)]
        fn if_positive(self, then: Wide, otherwise: Wide) -> Wide {
            Wide(unsafe {
                let is_positive = _mm256_cmp_pd::<_CMP_GT_OQ>(self.0, _mm256_setzero_pd());
                _mm256_blendv_pd(otherwise.0, then.0, is_positive)
            })
        }
        #[inline(always)]
        fn positive(self) -> u32 {
            unsafe { _mm256_movemask_pd(_mm256_cmp_pd::<_CMP_GT_OQ>(self.0, _mm256_setzero_pd())) as u32 }
        }
    }
}
