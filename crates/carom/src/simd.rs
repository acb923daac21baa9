//! Runs a loop with the widest vectors the machine has, found out at run time.
//!
//! The loop is ordinary Rust, compiled once for every kind of vectors. Only + − × ÷ √ and comparisons are vectorized, each
//! lane by itself, and nothing is reordered. One operation is fused, where the machine can: what a product's rounding leaves,
//! `Numbers::product_error` (`side_by_side.rs`), which is one number however it is found. So the bits are the same with all of them.
//!
//! Beside `pair.rs` this is the only file with `unsafe`, with what belongs to it. A function that is compiled for instructions which not every machine has may
//! only be called on one that has them; with AVX2 a batch takes about half the time it takes without. The sign bits of
//! several numbers are one instruction, of which the compiler makes twenty. And where numbers are compared and chosen as well as
//! added, it takes two at a time or one ([`Four`]: a bounce takes 36 ns that took 50).
#![allow(unsafe_code, reason = "calling what is compiled for newer machines; see above")]

pub(crate) use crate::machine::{Eight, Kernel, Machine};
#[cfg(any(test, not(target_arch = "x86_64")))]
pub(crate) use crate::side_by_side::PlainFour;
pub(crate) use crate::side_by_side::{Four, Numbers, One, Single, packed};
use core::sync::atomic::{AtomicU8, Ordering};

#[cfg(test)]
pub(crate) fn unpacked(pair: i32) -> [i16; 2] {
    [pair as i16, (pair >> 16) as i16]
}

/// Such pairs on every machine.
#[derive(Clone, Copy)]
pub(crate) struct PlainEight([i32; 8]);

impl PlainEight {
    #[inline(always)]
    fn with(self, other: PlainEight, operation: impl Fn(i32, i32) -> i32) -> PlainEight {
        let mut result = [0; 8];
        let mut lane = 0;
        while lane < 8 {
            result[lane] = operation(self.0[lane], other.0[lane]);
            lane += 1;
        }
        PlainEight(result)
    }
}

impl Eight for PlainEight {
    #[inline(always)]
    fn of(pairs: &[i32; 8]) -> PlainEight {
        PlainEight(*pairs)
    }
    #[inline(always)]
    fn all(pair: i32) -> PlainEight {
        PlainEight([pair; 8])
    }
    #[inline(always)]
    fn turned(self) -> PlainEight {
        self.with(self, |pair, _| (pair >> 16 & 0xffff) | (pair << 16).wrapping_neg())
    }
    #[inline(always)]
    fn minus(self, other: PlainEight) -> PlainEight {
        self.with(other, |a, b| {
            let (low, high) = (a.wrapping_sub(b) & 0xffff, (a >> 16).wrapping_sub(b >> 16) << 16);
            low | high
        })
    }
    #[inline(always)]
    fn halved(self) -> PlainEight {
        self.with(self, |pair, _| (pair << 16 >> 17) & 0xffff | pair >> 17 << 16)
    }
    #[inline(always)]
    fn sizes(self) -> PlainEight {
        self.with(self, |pair, _| (pair << 16 >> 16).wrapping_abs() & 0xffff | (pair >> 16).wrapping_abs() << 16)
    }
    #[inline(always)]
    fn dot(self, other: PlainEight) -> PlainEight {
        self.with(other, |a, b| {
            let (x, y) = (i32::from(a as i16) * i32::from(b as i16), (a >> 16).wrapping_mul(b >> 16));
            x.wrapping_add(y)
        })
    }
    #[inline(always)]
    fn size(self) -> PlainEight {
        self.with(self, |x, _| x.wrapping_abs())
    }
    #[inline(always)]
    fn larger(self, other: PlainEight) -> PlainEight {
        self.with(other, |a, b| if a < b { b } else { a })
    }
    #[inline(always)]
    fn smaller(self, other: PlainEight) -> PlainEight {
        self.with(other, |a, b| if b < a { b } else { a })
    }
    #[inline(always)]
    fn lower(self, other: PlainEight) -> PlainEight {
        self.with(other, |a, b| if (b as u32) < a as u32 { b } else { a })
    }
    #[inline(always)]
    fn less(self, other: PlainEight) -> PlainEight {
        self.with(other, i32::wrapping_sub)
    }
    #[inline(always)]
    fn signed_as(self, other: PlainEight) -> PlainEight {
        self.with(other, |a, b| a.wrapping_mul(b.signum()))
    }
    #[inline(always)]
    fn ratios(self, divisors: PlainEight) -> PlainEight {
        self.with(divisors, |a, b| (a as f32 / b as f32 + 2.0).to_bits() as i32)
    }
    #[inline(always)]
    fn above(self, least: i32) -> u32 {
        let mut signs_of = [0.0_f32; 8];
        let mut lane = 0;
        while lane < 8 {
            // The sign alone matters.
            signs_of[lane] = f32::from_bits(least.wrapping_sub(self.0[lane]) as u32);
            lane += 1;
        }
        signs(&signs_of)
    }
    #[inline(always)]
    fn equal(self, number: u32) -> u32 {
        signs(&self.0.map(|x| if x as u32 == number { -1.0 } else { 0.0 }))
    }
    #[inline(always)]
    fn one_of(self, [a, b, c]: [u32; 3]) -> u32 {
        self.equal(a) | self.equal(b) | self.equal(c)
    }
    #[inline(always)]
    fn least(self) -> u32 {
        self.0.into_iter().fold(u32::MAX, |least, x| if (x as u32) < least { x as u32 } else { least })
    }
    #[inline(always)]
    fn least_of_halves(self) -> [u32; 2] {
        let [a, b, c, d, e, f, g, h] = self.0.map(|x| x as u32);
        let lower = |a: u32, b: u32| if a < b { a } else { b };
        [lower(lower(a, b), lower(c, d)), lower(lower(e, f), lower(g, h))]
    }
    #[inline(always)]
    fn numbers(self) -> [i32; 8] {
        self.0
    }
    #[inline(always)]
    fn of_bits(bits: &[u32; 8]) -> PlainEight {
        PlainEight(bits.map(|bits| bits as i32))
    }
    #[inline(always)]
    fn bits(self) -> [u32; 8] {
        self.0.map(|number| number as u32)
    }
    #[inline(always)]
    fn floats(self) -> [f32; 8] {
        self.bits().map(f32::from_bits)
    }
    #[inline(always)]
    fn spread(numbers: &[i8; 16], from: usize) -> PlainEight {
        PlainEight(core::array::from_fn(|lane| i32::from(numbers[(from + lane) % 16])))
    }
    #[inline(always)]
    fn picked(self, lanes: PlainEight) -> PlainEight {
        PlainEight(lanes.0.map(|lane| self.0[lane as usize % 8]))
    }
    #[inline(always)]
    fn choose(signs: PlainEight, then: PlainEight, otherwise: PlainEight) -> PlainEight {
        PlainEight(core::array::from_fn(|lane| if signs.0[lane] < 0 { then.0[lane] } else { otherwise.0[lane] }))
    }
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
    /// x86-64 with AVX2, BMI1, `popcnt` and fused multiply-add, which came together in 2013 (Intel) and 2015 (AMD).
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
                let has_vectors = is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma");
                has_vectors && is_x86_feature_detected!("bmi1") && is_x86_feature_detected!("popcnt")
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
    type Eight = PlainEight;
}

#[cfg(all(feature = "std", target_arch = "x86_64"))]
mod x86;

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
        type Eight = super::PlainEight;
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
mod tests;
