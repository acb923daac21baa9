//! Two numbers in one register, as every machine of its kind has them: the x and y of something.
//!
//! Where the same is done on both axes, the compiler mostly does it twice. With [`Pair`] it is done once, on every machine that has vectors at all,
//! so nothing has to be found out at run time.
//!
//! Beside `simd.rs` the only file with `unsafe`: each instruction is called by its name.
#![allow(unsafe_code, reason = "instructions that all machines of a kind have; see above")]

#[cfg(any(test, not(target_arch = "x86_64")))]
use crate::side_by_side::packed;
use crate::side_by_side::{Numbers, ROUNDING};
use two::Two;

/// Two numbers side by side. Where something is so, all bits are set, none where it is not.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pair(Two);

impl Pair {
    #[inline(always)]
    pub(crate) fn of(numbers: [f64; 2]) -> Pair {
        Pair(two::of(numbers))
    }
    #[inline(always)]
    pub(crate) fn numbers(self) -> [f64; 2] {
        two::numbers(self.0)
    }
    /// See [`ROUNDING`].
    #[inline(always)]
    fn whole(self) -> Pair {
        self.plus(Pair::all(ROUNDING))
    }
    /// Both rounded to whole numbers, of less than 2¹⁵.
    #[cfg(any(test, not(target_arch = "x86_64")))]
    #[inline(always)]
    pub(crate) fn rounded(self) -> [i16; 2] {
        self.whole().numbers().map(|x| x.to_bits() as i16)
    }
    /// Both rounded to whole numbers, of less than 2¹⁵, in one number, and both of another pair in a second.
    #[inline(always)]
    pub(crate) fn rounded_with(self, other: Pair) -> [i32; 2] {
        #[cfg(target_arch = "x86_64")]
        {
            two::packed(self.whole().0, other.whole().0)
        }
        #[cfg(not(target_arch = "x86_64"))]
        {
            [packed(self.rounded()), packed(other.rounded())]
        }
    }
    /// The second first.
    #[inline(always)]
    pub(crate) fn swapped(self) -> Pair {
        Pair(two::swapped(self.0))
    }
    /// The bits that are set in both.
    #[inline(always)]
    pub(crate) fn and(self, other: Pair) -> Pair {
        Pair(two::and(self.0, other.0))
    }
    /// A bit for each whose sign bit is set.
    #[inline(always)]
    pub(crate) fn signs(self) -> u32 {
        two::signs(self.0)
    }
    #[inline(always)]
    pub(crate) fn smaller(self) -> f64 {
        two::first(self.least(self.swapped()).0)
    }
    #[inline(always)]
    pub(crate) fn larger(self) -> f64 {
        two::first(self.most(self.swapped()).0)
    }
    #[inline(always)]
    pub(crate) fn sum(self) -> f64 {
        two::first(self.plus(self.swapped()).0)
    }
}

/// What four numbers in two registers need.
#[cfg(any(
    target_arch = "x86_64",
    all(feature = "std", target_arch = "aarch64"),
    all(target_arch = "wasm32", target_feature = "simd128")
))]
impl Pair {
    /// Whether a product and what is left of it can be had by one instruction.
    #[cfg(not(target_arch = "x86_64"))]
    pub(crate) const IS_FUSED: bool = two::IS_FUSED;

    #[inline(always)]
    pub(crate) fn or(self, other: Pair) -> Pair {
        Pair(two::or(self.0, other.0))
    }
    #[inline(always)]
    pub(crate) fn xor(self, other: Pair) -> Pair {
        Pair(two::xor(self.0, other.0))
    }
    #[inline(always)]
    pub(crate) fn firsts(self, other: Pair) -> Pair {
        Pair(two::firsts(self.0, other.0))
    }
    #[inline(always)]
    pub(crate) fn seconds(self, other: Pair) -> Pair {
        Pair(two::seconds(self.0, other.0))
    }
}

impl Default for Pair {
    fn default() -> Pair {
        Pair::all(0.0)
    }
}

impl Numbers for Pair {
    type Truth = Pair;

    #[inline(always)]
    fn all(x: f64) -> Pair {
        Pair(two::all(x))
    }
    #[inline(always)]
    fn plus(self, other: Pair) -> Pair {
        Pair(two::plus(self.0, other.0))
    }
    #[inline(always)]
    fn minus(self, other: Pair) -> Pair {
        Pair(two::minus(self.0, other.0))
    }
    #[inline(always)]
    fn times(self, other: Pair) -> Pair {
        Pair(two::times(self.0, other.0))
    }
    #[inline(always)]
    fn over(self, other: Pair) -> Pair {
        Pair(two::over(self.0, other.0))
    }
    #[inline(always)]
    fn sqrt(self) -> Pair {
        Pair(two::sqrt(self.0))
    }
    #[inline(always)]
    fn abs(self) -> Pair {
        Pair(two::abs(self.0))
    }
    #[inline(always)]
    fn negated(self) -> Pair {
        Pair(two::xor(self.0, two::all(-0.0)))
    }
    #[inline(always)]
    fn least(self, other: Pair) -> Pair {
        Pair(two::least(self.0, other.0))
    }
    #[inline(always)]
    fn most(self, other: Pair) -> Pair {
        Pair(two::most(self.0, other.0))
    }
    #[inline(always)]
    fn turned_by(self, other: Pair) -> Pair {
        Pair(two::xor(self.0, two::and(other.0, two::all(-0.0))))
    }
    #[inline(always)]
    fn below_if_negative(self, other: Pair) -> Pair {
        Pair(two::below_if_negative(self.0, other.0))
    }
    #[inline(always)]
    fn is_below(self, other: Pair) -> Pair {
        Pair(two::is_below(self.0, other.0))
    }
    #[inline(always)]
    fn is_at_most(self, other: Pair) -> Pair {
        Pair(two::is_at_most(self.0, other.0))
    }
    #[inline(always)]
    fn is_equal(self, other: Pair) -> Pair {
        Pair(two::is_equal(self.0, other.0))
    }
    #[inline(always)]
    fn both(a: Pair, b: Pair) -> Pair {
        a.and(b)
    }
    #[inline(always)]
    fn either(a: Pair, b: Pair) -> Pair {
        Pair(two::or(a.0, b.0))
    }
    #[inline(always)]
    fn bits(truth: Pair) -> u32 {
        two::bits(truth.0)
    }
    #[inline(always)]
    fn choose(truth: Pair, then: Pair, otherwise: Pair) -> Pair {
        Pair(two::choose(truth.0, then.0, otherwise.0))
    }
    #[cfg(target_arch = "aarch64")]
    #[inline(always)]
    fn product_error(self, other: Pair, product: Pair) -> Pair {
        Pair(two::fused(self.0, other.0, product.0))
    }
}

/// Functions of one instruction or a few.
macro_rules! operations {
    ($($name:ident($($x:ident),*) = $operation:expr;)*) => {
        $(
            #[inline(always)]
            pub(super) fn $name($($x: Two),*) -> Two {
                $operation
            }
        )*
    };
}

/// Two numbers in one register.
#[cfg(target_arch = "x86_64")]
mod two {
    use core::arch::x86_64::*;

    pub(super) type Two = __m128d;

    // SAFETY of all of these: every x86-64 has these instructions.
    operations! {
        plus(a, b) = unsafe { _mm_add_pd(a, b) };
        minus(a, b) = unsafe { _mm_sub_pd(a, b) };
        times(a, b) = unsafe { _mm_mul_pd(a, b) };
        over(a, b) = unsafe { _mm_div_pd(a, b) };
        sqrt(a) = unsafe { _mm_sqrt_pd(a) };
        abs(a) = unsafe { _mm_andnot_pd(_mm_set1_pd(-0.0), a) };
        and(a, b) = unsafe { _mm_and_pd(a, b) };
        or(a, b) = unsafe { _mm_or_pd(a, b) };
        xor(a, b) = unsafe { _mm_xor_pd(a, b) };
        // The instruction gives its second number where neither is smaller, or one is NaN.
        least(a, b) = unsafe { _mm_min_pd(b, a) };
        most(a, b) = unsafe { _mm_max_pd(b, a) };
        is_below(a, b) = unsafe { _mm_cmplt_pd(a, b) };
        is_at_most(a, b) = unsafe { _mm_cmple_pd(a, b) };
        is_equal(a, b) = unsafe { _mm_cmpeq_pd(a, b) };
        choose(truth, then, otherwise) = unsafe { _mm_or_pd(_mm_and_pd(truth, then), _mm_andnot_pd(truth, otherwise)) };
        swapped(a) = unsafe { _mm_shuffle_pd::<1>(a, a) };
        firsts(a, b) = unsafe { _mm_unpacklo_pd(a, b) };
        seconds(a, b) = unsafe { _mm_unpackhi_pd(a, b) };
        below_if_negative(a, b) = unsafe {
            let one = _mm_srli_epi64::<63>(_mm_castpd_si128(b));
            _mm_castsi128_pd(_mm_sub_epi64(_mm_castpd_si128(a), one))
        };
    }

    #[inline(always)]
    pub(super) fn all(x: f64) -> Two {
        unsafe { _mm_set1_pd(x) }
    }
    #[inline(always)]
    pub(super) fn of(numbers: [f64; 2]) -> Two {
        unsafe { _mm_loadu_pd(numbers.as_ptr()) }
    }
    #[inline(always)]
    pub(super) fn numbers(two: Two) -> [f64; 2] {
        unsafe { [_mm_cvtsd_f64(two), _mm_cvtsd_f64(_mm_unpackhi_pd(two, two))] }
    }
    #[inline(always)]
    pub(super) fn first(two: Two) -> f64 {
        unsafe { _mm_cvtsd_f64(two) }
    }
    /// The lowest bits of all four, whole numbers of less than 2¹⁵.
    #[inline(always)]
    pub(super) fn packed(a: Two, b: Two) -> [i32; 2] {
        let mut packed = [0; 2];
        unsafe {
            let halves = _mm_castps_si128(_mm_shuffle_ps::<0x88>(_mm_castpd_ps(a), _mm_castpd_ps(b)));
            _mm_storel_epi64(packed.as_mut_ptr().cast(), _mm_packs_epi32(halves, halves));
        }
        packed
    }
    #[inline(always)]
    pub(super) fn bits(truth: Two) -> u32 {
        signs(truth)
    }
    #[inline(always)]
    pub(super) fn signs(two: Two) -> u32 {
        unsafe { _mm_movemask_pd(two) as u32 }
    }
}

/// Two numbers in one register.
#[cfg(target_arch = "aarch64")]
mod two {
    use core::arch::aarch64::*;

    pub(super) type Two = float64x2_t;
    #[cfg(feature = "std")]
    pub(super) const IS_FUSED: bool = true;

    // SAFETY of all of these: every 64-bit ARM has these instructions.
    operations! {
        plus(a, b) = unsafe { vaddq_f64(a, b) };
        minus(a, b) = unsafe { vsubq_f64(a, b) };
        times(a, b) = unsafe { vmulq_f64(a, b) };
        over(a, b) = unsafe { vdivq_f64(a, b) };
        sqrt(a) = unsafe { vsqrtq_f64(a) };
        abs(a) = unsafe { vabsq_f64(a) };
        and(a, b) = with_bits(a, b, |a, b| unsafe { vandq_u64(a, b) });
        or(a, b) = with_bits(a, b, |a, b| unsafe { vorrq_u64(a, b) });
        xor(a, b) = with_bits(a, b, |a, b| unsafe { veorq_u64(a, b) });
        least(a, b) = choose(is_below(b, a), b, a);
        most(a, b) = choose(is_below(a, b), b, a);
        is_below(a, b) = unsafe { vreinterpretq_f64_u64(vcltq_f64(a, b)) };
        is_at_most(a, b) = unsafe { vreinterpretq_f64_u64(vcleq_f64(a, b)) };
        is_equal(a, b) = unsafe { vreinterpretq_f64_u64(vceqq_f64(a, b)) };
        choose(truth, then, otherwise) = unsafe { vbslq_f64(vreinterpretq_u64_f64(truth), then, otherwise) };
        swapped(a) = unsafe { vextq_f64::<1>(a, a) };
        fused(a, b, product) = unsafe { vfmaq_f64(vnegq_f64(product), a, b) };
        below_if_negative(a, b) = with_bits(a, b, |a, b| unsafe { vsubq_u64(a, vshrq_n_u64::<63>(b)) });
    }
    #[cfg(feature = "std")]
    operations! {
        firsts(a, b) = unsafe { vzip1q_f64(a, b) };
        seconds(a, b) = unsafe { vzip2q_f64(a, b) };
    }

    #[inline(always)]
    fn with_bits(a: Two, b: Two, operation: impl Fn(uint64x2_t, uint64x2_t) -> uint64x2_t) -> Two {
        unsafe { vreinterpretq_f64_u64(operation(vreinterpretq_u64_f64(a), vreinterpretq_u64_f64(b))) }
    }
    #[inline(always)]
    pub(super) fn all(x: f64) -> Two {
        unsafe { vdupq_n_f64(x) }
    }
    #[inline(always)]
    pub(super) fn of(numbers: [f64; 2]) -> Two {
        unsafe { vld1q_f64(numbers.as_ptr()) }
    }
    #[inline(always)]
    pub(super) fn numbers(two: Two) -> [f64; 2] {
        unsafe { [vgetq_lane_f64::<0>(two), vgetq_lane_f64::<1>(two)] }
    }
    #[inline(always)]
    pub(super) fn first(two: Two) -> f64 {
        unsafe { vgetq_lane_f64::<0>(two) }
    }
    #[inline(always)]
    pub(super) fn bits(truth: Two) -> u32 {
        let bits = unsafe { vreinterpretq_u64_f64(truth) };
        unsafe { (vgetq_lane_u64::<0>(bits) & 1) as u32 | (vgetq_lane_u64::<1>(bits) & 2) as u32 }
    }
    #[inline(always)]
    pub(super) fn signs(two: Two) -> u32 {
        let bits = unsafe { vreinterpretq_u64_f64(two) };
        unsafe { (vgetq_lane_u64::<0>(bits) >> 63) as u32 | (vgetq_lane_u64::<1>(bits) >> 62 & 2) as u32 }
    }
}

/// Two numbers in one register.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod two {
    use core::arch::wasm32::*;

    pub(super) type Two = v128;
    pub(super) const IS_FUSED: bool = false;

    operations! {
        plus(a, b) = f64x2_add(a, b);
        minus(a, b) = f64x2_sub(a, b);
        times(a, b) = f64x2_mul(a, b);
        over(a, b) = f64x2_div(a, b);
        sqrt(a) = f64x2_sqrt(a);
        abs(a) = f64x2_abs(a);
        and(a, b) = v128_and(a, b);
        or(a, b) = v128_or(a, b);
        xor(a, b) = v128_xor(a, b);
        least(a, b) = choose(is_below(b, a), b, a);
        most(a, b) = choose(is_below(a, b), b, a);
        is_below(a, b) = f64x2_lt(a, b);
        is_at_most(a, b) = f64x2_le(a, b);
        is_equal(a, b) = f64x2_eq(a, b);
        choose(truth, then, otherwise) = v128_bitselect(then, otherwise, truth);
        swapped(a) = i64x2_shuffle::<1, 0>(a, a);
        firsts(a, b) = i64x2_shuffle::<0, 2>(a, b);
        seconds(a, b) = i64x2_shuffle::<1, 3>(a, b);
        below_if_negative(a, b) = i64x2_sub(a, u64x2_shr(b, 63));
    }

    #[inline(always)]
    pub(super) fn all(x: f64) -> Two {
        f64x2_splat(x)
    }
    #[inline(always)]
    pub(super) fn of([a, b]: [f64; 2]) -> Two {
        f64x2(a, b)
    }
    #[inline(always)]
    pub(super) fn numbers(two: Two) -> [f64; 2] {
        [f64x2_extract_lane::<0>(two), f64x2_extract_lane::<1>(two)]
    }
    #[inline(always)]
    pub(super) fn first(two: Two) -> f64 {
        f64x2_extract_lane::<0>(two)
    }
    #[inline(always)]
    pub(super) fn bits(truth: Two) -> u32 {
        signs(truth)
    }
    #[inline(always)]
    pub(super) fn signs(two: Two) -> u32 {
        u32::from(i64x2_bitmask(two))
    }
}

/// Two numbers as a machine without vectors has them.
#[cfg(not(any(
    target_arch = "x86_64",
    target_arch = "aarch64",
    all(target_arch = "wasm32", target_feature = "simd128")
)))]
mod two {
    use crate::float;

    pub(super) type Two = [f64; 2];

    operations! {
        plus(a, b) = [a[0] + b[0], a[1] + b[1]];
        minus(a, b) = [a[0] - b[0], a[1] - b[1]];
        times(a, b) = [a[0] * b[0], a[1] * b[1]];
        over(a, b) = [a[0] / b[0], a[1] / b[1]];
        sqrt(a) = [float::sqrt(a[0]), float::sqrt(a[1])];
        abs(a) = [a[0].abs(), a[1].abs()];
        and(a, b) = with_bits(a, b, |a, b| a & b);
        or(a, b) = with_bits(a, b, |a, b| a | b);
        xor(a, b) = with_bits(a, b, |a, b| a ^ b);
        least(a, b) = [crate::point::min(a[0], b[0]), crate::point::min(a[1], b[1])];
        most(a, b) = [crate::point::max(a[0], b[0]), crate::point::max(a[1], b[1])];
        is_below(a, b) = truth([a[0] < b[0], a[1] < b[1]]);
        is_at_most(a, b) = truth([a[0] <= b[0], a[1] <= b[1]]);
        is_equal(a, b) = truth([a[0] == b[0], a[1] == b[1]]);
        choose(truth, then, otherwise) = or(and(truth, then), with_bits(truth, otherwise, |truth, x| !truth & x));
        swapped(a) = [a[1], a[0]];
        below_if_negative(a, b) = with_bits(a, b, |a, b| a.wrapping_sub(b >> 63));
    }

    #[inline(always)]
    fn with_bits(a: Two, b: Two, operation: impl Fn(u64, u64) -> u64) -> Two {
        [0, 1].map(|place| f64::from_bits(operation(a[place].to_bits(), b[place].to_bits())))
    }
    #[inline(always)]
    fn truth(both: [bool; 2]) -> Two {
        both.map(|is_so| f64::from_bits(if is_so { u64::MAX } else { 0 }))
    }
    #[inline(always)]
    pub(super) fn all(x: f64) -> Two {
        [x; 2]
    }
    #[inline(always)]
    pub(super) fn of(numbers: [f64; 2]) -> Two {
        numbers
    }
    #[inline(always)]
    pub(super) fn numbers(two: Two) -> [f64; 2] {
        two
    }
    #[inline(always)]
    pub(super) fn first(two: Two) -> f64 {
        two[0]
    }
    #[inline(always)]
    pub(super) fn bits(truth: Two) -> u32 {
        (truth[0].to_bits() & 1) as u32 | (truth[1].to_bits() & 2) as u32
    }
    #[inline(always)]
    pub(super) fn signs(two: Two) -> u32 {
        (two[0].to_bits() >> 63) as u32 | (two[1].to_bits() >> 62 & 2) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::side_by_side::One;

    const NUMBERS: [f64; 12] =
        [0.0, -0.0, 1.0, -1.5, 1e-310, -4e-324, 1e300, -1e300, 3.000_000_1, f64::INFINITY, f64::NEG_INFINITY, f64::NAN];

    /// The same bits, or no number both times.
    #[track_caller]
    fn check(name: &str, pair: Pair, alone: [One<false>; 2], of: [[f64; 2]; 2]) {
        for (both, One(one)) in pair.numbers().into_iter().zip(alone) {
            let are_alike = both.to_bits() == one.to_bits() || (both.is_nan() && one.is_nan());
            assert!(are_alike, "{name} of {of:?}: {both} and {one}");
        }
    }

    type Alone = One<false>;
    type OfOne<N> = fn(N) -> N;
    type OfTwo<N> = fn(N, N) -> N;
    type Compared<N> = fn(N, N) -> bool;

    /// What is done on two numbers at once is what is done on each alone.
    #[test]
    fn pairs_are_two_numbers() {
        for (a, b) in NUMBERS.iter().flat_map(|&a| NUMBERS.iter().map(move |&b| (a, b))) {
            let of = [[a, b], [b, 2.0]];
            let [x, y] = of.map(Pair::of);
            let [[a, b], [c, d]] = of.map(|two| two.map(One));
            let two: [(&str, OfTwo<Pair>, OfTwo<Alone>); 8] = [
                ("plus", Pair::plus, Alone::plus),
                ("minus", Pair::minus, Alone::minus),
                ("times", Pair::times, Alone::times),
                ("over", Pair::over, Alone::over),
                ("least", Pair::least, Alone::least),
                ("most", Pair::most, Alone::most),
                ("turned_by", Pair::turned_by, Alone::turned_by),
                ("below_if_negative", Pair::below_if_negative, Alone::below_if_negative),
            ];
            for (name, together, alone) in two {
                check(name, together(x, y), [alone(a, c), alone(b, d)], of);
            }
            let one: [(&str, OfOne<Pair>, OfOne<Alone>); 3] = [
                ("sqrt", Pair::sqrt, Alone::sqrt),
                ("abs", Pair::abs, Alone::abs),
                ("negated", Pair::negated, Alone::negated),
            ];
            for (name, together, alone) in one {
                check(name, together(x), [alone(a), alone(b)], of);
            }
            check("swapped", x.swapped(), [b, a], of);
            assert_eq!(x.signs(), u32::from(a.0.is_sign_negative()) | u32::from(b.0.is_sign_negative()) << 1, "{of:?}");
            check("sum", Pair::all(x.sum()), [a.plus(b); 2], of);
            check("smaller", Pair::all(x.smaller()), [a.least(b); 2], of);
            check("larger", Pair::all(x.larger()), [a.most(b); 2], of);
            let truths: [(OfTwo<Pair>, Compared<Alone>); 3] = [
                (Pair::is_below, Alone::is_below),
                (Pair::is_at_most, Alone::is_at_most),
                (Pair::is_equal, Alone::is_equal),
            ];
            for (together, alone) in truths {
                let (truth, [first, second]) = (together(x, y), [alone(a, c), alone(b, d)]);
                assert_eq!(Pair::bits(truth), u32::from(first) | u32::from(second) << 1, "{of:?}");
                let chosen =
                    [(first, a, c), (second, b, d)].map(|(truth, then, other)| Alone::choose(truth, then, other));
                check("choose", Pair::choose(truth, x, y), chosen, of);
                let kept = [(first, a), (second, b)].map(|(truth, then)| Alone::choose(truth, then, One(0.0)));
                check("and", x.and(truth), kept, of);
            }
            let rounded = |x: f64| (x + ROUNDING).to_bits() as i16;
            assert_eq!(x.rounded(), of[0].map(rounded), "{of:?}");
        }
    }

    /// Four numbers of less than 2¹⁵ in one.
    #[test]
    fn pairs_are_rounded_together() {
        let numbers = [0.0, -0.25, 0.5, 1.5, -1.5, -2.75, 14_448.375, -16_383.5, 32_767.0, -32_767.25];
        for (k, &a) in numbers.iter().enumerate() {
            let [b, c, d] = [1, 4, 7].map(|more| numbers[(k + more) % numbers.len()]);
            let all = Pair::of([a, b]).rounded_with(Pair::of([c, d]));
            // Beyond 2⁵² all numbers are whole.
            let whole = (1_u64 << 52) as f64;
            let each = [a, b, c, d].map(|x| (x.abs() + whole - whole).copysign(x) as i16);
            assert_eq!(all, [packed([each[0], each[1]]), packed([each[2], each[3]])], "{a}, {b}, {c}, {d}");
        }
    }
}
