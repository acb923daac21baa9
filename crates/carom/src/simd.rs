//! Runs a loop with the widest vectors the machine has, found out at run time.
//!
//! The loop is ordinary Rust, compiled once for every kind of vectors. Only + − × ÷ √ and comparisons are vectorized, each
//! lane by itself, and nothing is reordered. One operation is fused, where the machine can: what a product's rounding leaves,
//! `Numbers::product_error` (`side_by_side.rs`), which is one number however it is found. So the bits are the same with all of them.
//!
//! Beside `pair.rs` this is the only file with `unsafe`. A function that is compiled for instructions which not every machine has may
//! only be called on one that has them; with AVX2 a batch takes about half the time it takes without. The sign bits of
//! several numbers are one instruction, of which the compiler makes twenty. And where numbers are compared and chosen as well as
//! added, it takes two at a time or one ([`Four`]: a bounce takes 36 ns that took 50).
#![allow(unsafe_code, reason = "calling what is compiled for newer machines; see above")]

#[cfg(any(test, not(target_arch = "x86_64")))]
pub(crate) use crate::side_by_side::PlainFour;
pub(crate) use crate::side_by_side::{Four, Numbers, One, Single};
use core::sync::atomic::{AtomicU8, Ordering};

/// A loop. `run` must be `#[inline(always)]` with all it calls, or it is not compiled for wide vectors.
pub(crate) trait Kernel {
    type Output;
    fn run<M: Machine>(self) -> Self::Output;
}

/// The numbers that a machine has instructions for.
pub(crate) trait Machine {
    type One: Single;
    type Four: Four;
}

/// Runs a kernel on the vectors in use. From there on nothing asks again which they are.
#[inline]
pub(crate) fn run<K: Kernel>(kernel: K) -> K::Output {
    match Vectors::in_use() {
        // SAFETY: these vectors are in use only where the machine has the instructions.
        #[cfg(all(feature = "std", target_arch = "x86_64"))]
        Vectors::Avx2Fma => unsafe { x86::with_avx2_and_fma(kernel) },
        #[cfg(all(feature = "std", target_arch = "aarch64"))]
        Vectors::Neon => kernel.run::<pairs::Paired>(),
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        Vectors::Simd128 => kernel.run::<pairs::Paired>(),
        _ => with_what_all_have(kernel),
    }
}

/// By itself, so that what is seldom used here takes no room where the vectors are chosen.
#[cfg_attr(any(target_arch = "x86_64", target_arch = "aarch64"), cold, inline(never))]
fn with_what_all_have<K: Kernel>(kernel: K) -> K::Output {
    kernel.run::<Plain>()
}

/// Which instructions carom runs on. All of them give the same bits; this is for tests that show it, and for curiosity.
///
/// ```
/// use carom::Vectors;
/// assert!(Vectors::in_use().is_available());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Vectors {
    /// What every machine of its kind has.
    Plain,
    /// x86-64 with AVX2, BMI1 and fused multiply-add, which came together in 2013 (Intel) and 2015 (AMD).
    Avx2Fma,
    /// 64-bit ARM, which has these vectors and fused multiply-add always.
    Neon,
    /// WebAssembly that was compiled with `simd128`.
    Simd128,
}

/// The vectors in use, or [`UNKNOWN`] before the first question.
static IN_USE: AtomicU8 = AtomicU8::new(UNKNOWN);
const UNKNOWN: u8 = u8::MAX;

impl Vectors {
    const ALL: [Vectors; 4] = [Vectors::Plain, Vectors::Avx2Fma, Vectors::Neon, Vectors::Simd128];

    /// The vectors that are used from now on: the best of the machine, unless others were [forced](Vectors::force).
    #[inline]
    #[must_use]
    pub fn in_use() -> Vectors {
        match IN_USE.load(Ordering::Relaxed) {
            0 => Vectors::Plain,
            1 => Vectors::Avx2Fma,
            2 => Vectors::Neon,
            3 => Vectors::Simd128,
            _ => Vectors::best(),
        }
    }

    /// All that this machine has, from the plainest to the best.
    pub fn available() -> impl Iterator<Item = Vectors> {
        Vectors::ALL.into_iter().filter(|vectors| vectors.is_available())
    }

    /// Whether this machine has them, and this build knows them.
    #[must_use]
    pub fn is_available(self) -> bool {
        match self {
            Vectors::Plain => true,
            #[cfg(all(feature = "std", target_arch = "x86_64"))]
            Vectors::Avx2Fma => {
                use std::arch::is_x86_feature_detected;
                is_x86_feature_detected!("avx2") && is_x86_feature_detected!("bmi1") && is_x86_feature_detected!("fma")
            }
            #[cfg(all(feature = "std", target_arch = "aarch64"))]
            Vectors::Neon => true,
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Vectors::Simd128 => true,
            _ => false,
        }
    }

    /// Uses these from now on, in the whole process, if they are available; says whether they are.
    ///
    /// For tests: whatever is in use, the answers are the same bits, also of a question that is being answered meanwhile.
    pub fn force(self) -> bool {
        let is_available = self.is_available();
        if is_available {
            IN_USE.store(self as u8, Ordering::Relaxed);
        }
        is_available
    }

    #[cold]
    fn best() -> Vectors {
        let best = Vectors::available().last().unwrap_or(Vectors::Plain);
        IN_USE.store(best as u8, Ordering::Relaxed);
        best
    }
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
    #[cfg(target_arch = "aarch64")]
    for (place, four) in numbers.chunks_exact(4).enumerate() {
        use core::arch::aarch64::{vaddvq_u32, vld1q_f32, vld1q_s32, vreinterpretq_u32_f32, vshlq_u32, vshrq_n_u32};
        // SAFETY: every 64-bit ARM has these instructions, and `four` is four numbers.
        signs |= unsafe {
            let bits = vshrq_n_u32::<31>(vreinterpretq_u32_f32(vld1q_f32(four.as_ptr())));
            vaddvq_u32(vshlq_u32(bits, vld1q_s32([0, 1, 2, 3].as_ptr())))
        } << (4 * place);
    }
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    for (place, four) in numbers.chunks_exact(4).enumerate() {
        use core::arch::wasm32::{i32x4_bitmask, v128_load};
        // SAFETY: this is compiled for a machine that has these instructions, and `four` is four numbers.
        signs |= unsafe { u32::from(i32x4_bitmask(v128_load(four.as_ptr().cast()))) } << (4 * place);
    }
    #[cfg(not(any(
        target_arch = "x86_64",
        target_arch = "aarch64",
        all(target_arch = "wasm32", target_feature = "simd128")
    )))]
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

/// Says that a cache line will be needed soon.
#[inline(always)]
pub(crate) fn prefetch_line<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: every x86-64 has this instruction, which reads nothing.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(core::ptr::from_ref(value).cast::<i8>()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}

/// The same for one of a list, if there is one.
#[inline(always)]
pub(crate) fn prefetch_at<T>(list: &[T], place: usize) {
    #[cfg(target_arch = "x86_64")]
    {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: every x86-64 has this instruction, which reads nothing, wherever it points.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(list.as_ptr().wrapping_add(place).cast::<i8>()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (list, place);
}

/// What every machine can do.
pub(crate) struct Plain;

impl Machine for Plain {
    type One = One<false>;
    #[cfg(target_arch = "x86_64")]
    type Four = pairs::Pairs;
    #[cfg(not(target_arch = "x86_64"))]
    type Four = PlainFour;
}

/// Machines with AVX2 and a fused multiply-add.
#[cfg(all(feature = "std", target_arch = "x86_64"))]
mod x86 {
    use super::{Four, Kernel, Machine, Numbers, One};
    use crate::point::Point;
    use core::arch::x86_64::*;

    struct Avx2Fma;

    impl Machine for Avx2Fma {
        type One = One<true>;
        type Four = Wide;
    }

    /// # Safety
    /// The machine must have these instructions.
    #[target_feature(enable = "avx2,bmi1,fma")]
    pub(super) unsafe fn with_avx2_and_fma<K: Kernel>(kernel: K) -> K::Output {
        kernel.run::<Avx2Fma>()
    }

    /// Four numbers in one register.
    #[derive(Clone, Copy)]
    struct Wide(__m256d);

    // SAFETY of all of these: there are such numbers only within the function above, which is called where the machine has
    // their instructions.
    impl Numbers for Wide {
        /// All bits where it is so, none where it is not.
        type Truth = __m256d;

        #[inline(always)]
        fn all(x: f64) -> Self {
            Wide(unsafe { _mm256_set1_pd(x) })
        }
        #[inline(always)]
        fn plus(self, other: Self) -> Self {
            Wide(unsafe { _mm256_add_pd(self.0, other.0) })
        }
        #[inline(always)]
        fn minus(self, other: Self) -> Self {
            Wide(unsafe { _mm256_sub_pd(self.0, other.0) })
        }
        #[inline(always)]
        fn times(self, other: Self) -> Self {
            Wide(unsafe { _mm256_mul_pd(self.0, other.0) })
        }
        #[inline(always)]
        fn over(self, other: Self) -> Self {
            Wide(unsafe { _mm256_div_pd(self.0, other.0) })
        }
        #[inline(always)]
        fn sqrt(self) -> Self {
            Wide(unsafe { _mm256_sqrt_pd(self.0) })
        }
        #[inline(always)]
        fn abs(self) -> Self {
            Wide(unsafe { _mm256_andnot_pd(_mm256_set1_pd(-0.0), self.0) })
        }
        #[inline(always)]
        fn negated(self) -> Self {
            Wide(unsafe { _mm256_xor_pd(_mm256_set1_pd(-0.0), self.0) })
        }
        // The instruction gives its second number where neither is smaller, or one is NaN.
        #[inline(always)]
        fn least(self, other: Self) -> Self {
            Wide(unsafe { _mm256_min_pd(other.0, self.0) })
        }
        #[inline(always)]
        fn most(self, other: Self) -> Self {
            Wide(unsafe { _mm256_max_pd(other.0, self.0) })
        }
        #[inline(always)]
        fn turned_by(self, other: Self) -> Self {
            Wide(unsafe { _mm256_xor_pd(self.0, _mm256_and_pd(_mm256_set1_pd(-0.0), other.0)) })
        }
        #[inline(always)]
        fn below_if_negative(self, other: Self) -> Self {
            Wide(unsafe {
                let one = _mm256_srli_epi64::<63>(_mm256_castpd_si256(other.0));
                _mm256_castsi256_pd(_mm256_sub_epi64(_mm256_castpd_si256(self.0), one))
            })
        }
        #[inline(always)]
        fn is_below(self, other: Self) -> __m256d {
            unsafe { _mm256_cmp_pd::<_CMP_LT_OQ>(self.0, other.0) }
        }
        #[inline(always)]
        fn is_at_most(self, other: Self) -> __m256d {
            unsafe { _mm256_cmp_pd::<_CMP_LE_OQ>(self.0, other.0) }
        }
        #[inline(always)]
        fn is_equal(self, other: Self) -> __m256d {
            unsafe { _mm256_cmp_pd::<_CMP_EQ_OQ>(self.0, other.0) }
        }
        #[inline(always)]
        fn both(a: __m256d, b: __m256d) -> __m256d {
            unsafe { _mm256_and_pd(a, b) }
        }
        #[inline(always)]
        fn either(a: __m256d, b: __m256d) -> __m256d {
            unsafe { _mm256_or_pd(a, b) }
        }
        #[inline(always)]
        fn bits(truth: __m256d) -> u32 {
            unsafe { _mm256_movemask_pd(truth) as u32 }
        }
        #[inline(always)]
        fn choose(truth: __m256d, then: Self, otherwise: Self) -> Self {
            Wide(unsafe { _mm256_blendv_pd(otherwise.0, then.0, truth) })
        }
        #[inline(always)]
        fn product_error(self, other: Self, product: Self) -> Self {
            Wide(unsafe { _mm256_fmsub_pd(self.0, other.0, product.0) })
        }
    }

    // SAFETY: as above.
    impl Four for Wide {
        #[inline(always)]
        fn of(numbers: [f64; 4]) -> Self {
            Wide(unsafe { _mm256_loadu_pd(numbers.as_ptr()) })
        }
        #[inline(always)]
        fn numbers(self) -> [f64; 4] {
            let mut numbers = [0.0; 4];
            unsafe { _mm256_storeu_pd(numbers.as_mut_ptr(), self.0) };
            numbers
        }
        #[inline(always)]
        fn of_points([a, b, c, d]: [&Point; 4]) -> [Self; 2] {
            // A point is two numbers, one after the other (`repr(C)`).
            let load = |p: &Point| unsafe { _mm_loadu_pd(core::ptr::from_ref(p).cast()) };
            let both =
                |p: &Point, q: &Point| unsafe { _mm256_insertf128_pd::<1>(_mm256_castpd128_pd256(load(p)), load(q)) };
            let (ac, bd) = (both(a, c), both(b, d));
            unsafe { [Wide(_mm256_unpacklo_pd(ac, bd)), Wide(_mm256_unpackhi_pd(ac, bd))] }
        }
        #[inline(always)]
        fn transposed([a, b, c, d]: [Self; 4]) -> [Self; 4] {
            unsafe {
                let (ab, ab2) = (_mm256_unpacklo_pd(a.0, b.0), _mm256_unpackhi_pd(a.0, b.0));
                let (cd, cd2) = (_mm256_unpacklo_pd(c.0, d.0), _mm256_unpackhi_pd(c.0, d.0));
                [
                    Wide(_mm256_permute2f128_pd::<0x20>(ab, cd)),
                    Wide(_mm256_permute2f128_pd::<0x20>(ab2, cd2)),
                    Wide(_mm256_permute2f128_pd::<0x31>(ab, cd)),
                    Wide(_mm256_permute2f128_pd::<0x31>(ab2, cd2)),
                ]
            }
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
        fn and(self, other: Self) -> Self {
            Wide(unsafe { _mm256_and_pd(self.0, other.0) })
        }
        #[inline(always)]
        fn or(self, other: Self) -> Self {
            Wide(unsafe { _mm256_or_pd(self.0, other.0) })
        }
        #[inline(always)]
        fn xor(self, other: Self) -> Self {
            Wide(unsafe { _mm256_xor_pd(self.0, other.0) })
        }
        #[inline(always)]
        fn if_positive(self, then: Self, otherwise: Self) -> Self {
            Self::choose(Self::all(0.0).is_below(self), then, otherwise)
        }
    }
}

/// Machines with vectors of two numbers: every x86-64, 64-bit ARM, and WebAssembly that was compiled for them.
#[cfg(any(
    target_arch = "x86_64",
    all(feature = "std", target_arch = "aarch64"),
    all(target_arch = "wasm32", target_feature = "simd128")
))]
mod pairs {
    use super::{Four, Numbers};
    use crate::pair::Pair;
    use crate::point::Point;

    #[cfg(not(target_arch = "x86_64"))]
    pub(super) struct Paired;

    #[cfg(not(target_arch = "x86_64"))]
    impl super::Machine for Paired {
        type One = super::One<{ Pair::IS_FUSED }>;
        type Four = Pairs;
    }

    /// Four numbers in two registers. Where something is so, all bits are set, none where it is not.
    #[derive(Clone, Copy)]
    pub(crate) struct Pairs(Pair, Pair);

    impl Pairs {
        #[inline(always)]
        fn with(self, other: Pairs, operation: impl Fn(Pair, Pair) -> Pair) -> Pairs {
            Pairs(operation(self.0, other.0), operation(self.1, other.1))
        }
    }

    impl Numbers for Pairs {
        type Truth = Pairs;

        #[inline(always)]
        fn all(x: f64) -> Pairs {
            Pairs(Pair::all(x), Pair::all(x))
        }
        #[inline(always)]
        fn plus(self, other: Pairs) -> Pairs {
            self.with(other, Pair::plus)
        }
        #[inline(always)]
        fn minus(self, other: Pairs) -> Pairs {
            self.with(other, Pair::minus)
        }
        #[inline(always)]
        fn times(self, other: Pairs) -> Pairs {
            self.with(other, Pair::times)
        }
        #[inline(always)]
        fn over(self, other: Pairs) -> Pairs {
            self.with(other, Pair::over)
        }
        #[inline(always)]
        fn sqrt(self) -> Pairs {
            Pairs(self.0.sqrt(), self.1.sqrt())
        }
        #[inline(always)]
        fn abs(self) -> Pairs {
            Pairs(self.0.abs(), self.1.abs())
        }
        #[inline(always)]
        fn negated(self) -> Pairs {
            Pairs(self.0.negated(), self.1.negated())
        }
        #[inline(always)]
        fn least(self, other: Pairs) -> Pairs {
            self.with(other, Pair::least)
        }
        #[inline(always)]
        fn most(self, other: Pairs) -> Pairs {
            self.with(other, Pair::most)
        }
        #[inline(always)]
        fn turned_by(self, other: Pairs) -> Pairs {
            self.with(other, Pair::turned_by)
        }
        #[inline(always)]
        fn below_if_negative(self, other: Pairs) -> Pairs {
            self.with(other, Pair::below_if_negative)
        }
        #[inline(always)]
        fn is_below(self, other: Pairs) -> Pairs {
            self.with(other, Pair::is_below)
        }
        #[inline(always)]
        fn is_at_most(self, other: Pairs) -> Pairs {
            self.with(other, Pair::is_at_most)
        }
        #[inline(always)]
        fn is_equal(self, other: Pairs) -> Pairs {
            self.with(other, Pair::is_equal)
        }
        #[inline(always)]
        fn both(a: Pairs, b: Pairs) -> Pairs {
            a.and(b)
        }
        #[inline(always)]
        fn either(a: Pairs, b: Pairs) -> Pairs {
            a.or(b)
        }
        #[inline(always)]
        fn bits(truth: Pairs) -> u32 {
            Pair::bits(truth.0) | Pair::bits(truth.1) << 2
        }
        #[inline(always)]
        fn choose(truth: Pairs, then: Pairs, otherwise: Pairs) -> Pairs {
            Pairs(Pair::choose(truth.0, then.0, otherwise.0), Pair::choose(truth.1, then.1, otherwise.1))
        }
        #[inline(always)]
        fn product_error(self, other: Pairs, product: Pairs) -> Pairs {
            Pairs(self.0.product_error(other.0, product.0), self.1.product_error(other.1, product.1))
        }
    }

    impl Four for Pairs {
        #[inline(always)]
        fn of([a, b, c, d]: [f64; 4]) -> Pairs {
            Pairs(Pair::of([a, b]), Pair::of([c, d]))
        }
        #[inline(always)]
        fn numbers(self) -> [f64; 4] {
            let ([a, b], [c, d]) = (self.0.numbers(), self.1.numbers());
            [a, b, c, d]
        }
        #[inline(always)]
        fn of_points([a, b, c, d]: [&Point; 4]) -> [Pairs; 2] {
            let [a, b, c, d] = [Pair::of([a.x, a.y]), Pair::of([b.x, b.y]), Pair::of([c.x, c.y]), Pair::of([d.x, d.y])];
            [Pairs(a.firsts(b), c.firsts(d)), Pairs(a.seconds(b), c.seconds(d))]
        }
        #[inline(always)]
        fn transposed([a, b, c, d]: [Pairs; 4]) -> [Pairs; 4] {
            [
                Pairs(a.0.firsts(b.0), c.0.firsts(d.0)),
                Pairs(a.0.seconds(b.0), c.0.seconds(d.0)),
                Pairs(a.1.firsts(b.1), c.1.firsts(d.1)),
                Pairs(a.1.seconds(b.1), c.1.seconds(d.1)),
            ]
        }
        #[inline(always)]
        fn least_of_all(self) -> f64 {
            let ([a, b], [c, d]) = (self.0.numbers(), self.1.numbers());
            let least = crate::point::min;
            least(least(a, c), least(b, d))
        }
        #[inline(always)]
        fn and(self, other: Pairs) -> Pairs {
            self.with(other, Pair::and)
        }
        #[inline(always)]
        fn or(self, other: Pairs) -> Pairs {
            self.with(other, Pair::or)
        }
        #[inline(always)]
        fn xor(self, other: Pairs) -> Pairs {
            self.with(other, Pair::xor)
        }
        #[inline(always)]
        fn if_positive(self, then: Pairs, otherwise: Pairs) -> Pairs {
            Pairs::choose(Pairs::all(0.0).is_below(self), then, otherwise)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::float;
    use crate::point::Point;
    use carom_oracle::dyadic::exact;

    /// Products whose errors are taken on every machine.
    struct Errors<'a>(&'a [[f64; 2]]);

    impl Kernel for Errors<'_> {
        type Output = alloc::vec::Vec<f64>;

        #[inline(always)]
        fn run<M: Machine>(self) -> Self::Output {
            let mut errors = alloc::vec::Vec::new();
            for four in self.0.chunks_exact(4) {
                let [a, b] = [0, 1].map(|place| [four[0][place], four[1][place], four[2][place], four[3][place]]);
                let (x, y) = (M::Four::of(a), M::Four::of(b));
                let together = x.product_error(y, x.times(y)).numbers();
                for lane in 0..4 {
                    let (x, y) = (M::One::all(a[lane]), M::One::all(b[lane]));
                    let alone = x.product_error(y, x.times(y)).number();
                    assert_eq!(alone.to_bits(), together[lane].to_bits(), "{} times {}", a[lane], b[lane]);
                }
                errors.extend(together);
            }
            errors
        }
    }

    /// What a product leaves is the exact number, up to the limits that `dekker` states, whatever the machine.
    #[test]
    fn errors_of_products_are_exact() {
        let mut state = 5_u64;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            state >> 11
        };
        // Of 53 bits each; the last bits together are 2⁻¹⁰⁷⁴ at least, and the largest are just below 2⁹⁹⁶ beside a small one.
        let mut number = |last_bit: i32| {
            let mantissa = (next() | 1 << 52) as f64 * if next() % 2 == 0 { 1.0 } else { -1.0 };
            mantissa * float::power_of_two(last_bit)
        };
        let limits = [(-537, -537), (-1074, 0), (0, -1074), (943, -1074), (943, -30), (-52, -52), (400, 400)];
        let near = limits.iter().cycle().take(if carom_oracle::FEW_CASES { 7_000 } else { 210_000 });
        let pairs: alloc::vec::Vec<_> = near.map(|&(a, b)| [number(a), number(b)]).collect();
        for vectors in Vectors::available() {
            assert!(vectors.force());
            for ([a, b], error) in pairs.iter().zip(run(Errors(&pairs))) {
                let rest = exact(*a) * exact(*b) - exact(a * b) - exact(error);
                assert!(rest.sign().is_eq(), "{vectors:?}: {a:e} times {b:e}");
            }
        }
        Vectors::best();
    }

    /// Every operation on four numbers gives the bits that it gives on each alone.
    #[test]
    fn four_numbers_are_each_alone() {
        let numbers = [0.0, -0.0, 1.0, -1.5, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, 5e-324, -2.5e-308, 1e300, 3.0];
        let fours = |k: usize| [0, 1, 2, 3].map(|lane| numbers[(k * (2 * lane + 1) + lane) % numbers.len()]);
        for (j, k) in (0..numbers.len()).flat_map(|j| (0..numbers.len()).map(move |k| (j, k))) {
            let (a, b) = (fours(j), fours(k));
            let ours = operations::<<Plain as Machine>::Four>(a, b);
            assert_eq!(ours, operations::<PlainFour>(a, b), "{a:?} and {b:?}");
        }
    }

    fn operations<F: Four>(a: [f64; 4], b: [f64; 4]) -> alloc::vec::Vec<u64> {
        let [(x, y), (p, q)] = [(F::of(a), F::of(b)), (F::all(a[1]), F::all(b[2]))];
        let below = x.is_below(y);
        let [u, v] = F::of_points([&Point { x: a[0], y: b[0] }; 4]);
        let [s, t, _, _] = F::transposed([x, y, p, q]);
        let results = [
            x.plus(y),
            x.minus(y),
            x.times(y),
            x.over(y),
            x.abs().sqrt(),
            x.negated(),
            x.least(y),
            x.most(y),
            x.turned_by(y),
            F::of([1.0, 2.0, 3.0, 4.0]).below_if_negative(y),
            F::choose(below, x, y),
            x.and(y),
            x.or(y),
            x.xor(y),
            x.if_positive(y, p),
            u,
            v,
            s,
            t,
            p.plus(q),
        ];
        let truths =
            [below, x.is_at_most(y), x.is_equal(y), F::both(below, p.is_below(q)), F::either(below, p.is_below(q))];
        // Which NaN it is, is nobody's promise.
        let bits = |x: f64| if x.is_nan() { f64::NAN.to_bits() } else { x.to_bits() };
        let numbers = results.into_iter().flat_map(F::numbers).chain([x.least_of_all()]).map(bits);
        numbers.chain(truths.into_iter().map(|truth| u64::from(F::bits(truth)))).collect()
    }

    #[test]
    fn only_what_the_machine_has_can_be_forced() {
        for vectors in Vectors::ALL {
            assert_eq!(vectors.force(), vectors.is_available());
            assert!(Vectors::in_use().is_available());
        }
        assert_eq!(Some(Vectors::best()), Vectors::available().last());
    }
}
