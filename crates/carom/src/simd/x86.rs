//! Machines with AVX2 and a fused multiply-add.

use crate::machine::{Eight, Kernel, Machine};
use crate::point::Point;
use crate::side_by_side::{Four, Numbers, One, ROUNDING};
use core::arch::x86_64::*;

struct Avx2Fma;

impl Machine for Avx2Fma {
    type One = One<true>;
    type Four = Wide;
    type Eight = WidePairs;
}

/// Eight pairs, or eight whole numbers, in one register.
#[derive(Clone, Copy)]
struct WidePairs(__m256i);

// SAFETY of all of these: as below.
impl Eight for WidePairs {
    #[inline(always)]
    fn of(pairs: &[i32; 8]) -> Self {
        WidePairs(unsafe { _mm256_loadu_si256(pairs.as_ptr().cast()) })
    }
    #[inline(always)]
    fn all(pair: i32) -> Self {
        WidePairs(unsafe { _mm256_set1_epi32(pair) })
    }
    #[inline(always)]
    fn turned(self) -> Self {
        unsafe {
            let swapped = _mm256_or_si256(_mm256_slli_epi32::<16>(self.0), _mm256_srli_epi32::<16>(self.0));
            WidePairs(_mm256_sign_epi16(swapped, _mm256_set1_epi32(0xffff_0001_u32 as i32)))
        }
    }
    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        WidePairs(unsafe { _mm256_sub_epi16(self.0, other.0) })
    }
    #[inline(always)]
    fn halved(self) -> Self {
        WidePairs(unsafe { _mm256_srai_epi16::<1>(self.0) })
    }
    #[inline(always)]
    fn sizes(self) -> Self {
        WidePairs(unsafe { _mm256_abs_epi16(self.0) })
    }
    #[inline(always)]
    fn dot(self, other: Self) -> Self {
        WidePairs(unsafe { _mm256_madd_epi16(self.0, other.0) })
    }
    #[inline(always)]
    fn size(self) -> Self {
        WidePairs(unsafe { _mm256_abs_epi32(self.0) })
    }
    #[inline(always)]
    fn larger(self, other: Self) -> Self {
        WidePairs(unsafe { _mm256_max_epi32(self.0, other.0) })
    }
    #[inline(always)]
    fn smaller(self, other: Self) -> Self {
        WidePairs(unsafe { _mm256_min_epi32(self.0, other.0) })
    }
    #[inline(always)]
    fn lower(self, other: Self) -> Self {
        WidePairs(unsafe { _mm256_min_epu32(self.0, other.0) })
    }
    #[inline(always)]
    fn less(self, other: Self) -> Self {
        WidePairs(unsafe { _mm256_sub_epi32(self.0, other.0) })
    }
    #[inline(always)]
    fn signed_as(self, other: Self) -> Self {
        WidePairs(unsafe { _mm256_sign_epi32(self.0, other.0) })
    }
    #[inline(always)]
    fn ratios(self, divisors: Self) -> Self {
        unsafe {
            let ratios = _mm256_div_ps(_mm256_cvtepi32_ps(self.0), _mm256_cvtepi32_ps(divisors.0));
            WidePairs(_mm256_castps_si256(_mm256_add_ps(ratios, _mm256_set1_ps(2.0))))
        }
    }
    #[inline(always)]
    fn above(self, least: i32) -> u32 {
        unsafe {
            let above = _mm256_cmpgt_epi32(self.0, _mm256_set1_epi32(least));
            _mm256_movemask_ps(_mm256_castsi256_ps(above)) as u32
        }
    }
    #[inline(always)]
    fn equal(self, number: u32) -> u32 {
        unsafe {
            let equal = _mm256_cmpeq_epi32(self.0, _mm256_set1_epi32(number as i32));
            _mm256_movemask_ps(_mm256_castsi256_ps(equal)) as u32
        }
    }
    #[inline(always)]
    fn one_of(self, [a, b, c]: [u32; 3]) -> u32 {
        unsafe {
            let [a, b, c] = [_mm256_set1_epi32(a as i32), _mm256_set1_epi32(b as i32), _mm256_set1_epi32(c as i32)];
            let either = _mm256_or_si256(_mm256_cmpeq_epi32(self.0, a), _mm256_cmpeq_epi32(self.0, b));
            let either = _mm256_or_si256(either, _mm256_cmpeq_epi32(self.0, c));
            _mm256_movemask_ps(_mm256_castsi256_ps(either)) as u32
        }
    }
    #[inline(always)]
    fn least(self) -> u32 {
        unsafe {
            let four = _mm_min_epu32(_mm256_castsi256_si128(self.0), _mm256_extracti128_si256::<1>(self.0));
            let two = _mm_min_epu32(four, _mm_shuffle_epi32::<0b01_00_11_10>(four));
            _mm_cvtsi128_si32(_mm_min_epu32(two, _mm_shuffle_epi32::<0b10_11_00_01>(two))) as u32
        }
    }
    #[inline(always)]
    fn least_of_halves(self) -> [u32; 2] {
        unsafe {
            let two = _mm256_min_epu32(self.0, _mm256_shuffle_epi32::<0b01_00_11_10>(self.0));
            let one = _mm256_min_epu32(two, _mm256_shuffle_epi32::<0b10_11_00_01>(two));
            let (low, high) = (_mm256_castsi256_si128(one), _mm256_extracti128_si256::<1>(one));
            [_mm_cvtsi128_si32(low) as u32, _mm_cvtsi128_si32(high) as u32]
        }
    }
    #[inline(always)]
    fn numbers(self) -> [i32; 8] {
        let mut numbers = [0; 8];
        unsafe { _mm256_storeu_si256(numbers.as_mut_ptr().cast(), self.0) };
        numbers
    }
    #[inline(always)]
    fn of_bits(bits: &[u32; 8]) -> Self {
        WidePairs(unsafe { _mm256_loadu_si256(bits.as_ptr().cast()) })
    }
    #[inline(always)]
    fn bits(self) -> [u32; 8] {
        let mut bits = [0; 8];
        unsafe { _mm256_storeu_si256(bits.as_mut_ptr().cast(), self.0) };
        bits
    }
    #[inline(always)]
    fn floats(self) -> [f32; 8] {
        let mut floats = [0.0; 8];
        unsafe { _mm256_storeu_si256(floats.as_mut_ptr().cast(), self.0) };
        floats
    }
    #[inline(always)]
    fn spread(numbers: &[i8; 16], from: usize) -> Self {
        let from = if from < 8 { from } else { 8 };
        // SAFETY: and eight numbers from there on are within sixteen.
        WidePairs(unsafe { _mm256_cvtepi8_epi32(_mm_loadl_epi64(numbers.as_ptr().add(from).cast())) })
    }
    #[inline(always)]
    fn picked(self, lanes: Self) -> Self {
        WidePairs(unsafe { _mm256_permutevar8x32_epi32(self.0, lanes.0) })
    }
    #[inline(always)]
    fn choose(signs: Self, then: Self, otherwise: Self) -> Self {
        unsafe {
            let (signs, then) = (_mm256_castsi256_ps(signs.0), _mm256_castsi256_ps(then.0));
            WidePairs(_mm256_castps_si256(_mm256_blendv_ps(_mm256_castsi256_ps(otherwise.0), then, signs)))
        }
    }
}

/// # Safety
/// The machine must have these instructions.
#[target_feature(enable = "avx2,bmi1,fma,popcnt")]
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
    fn rounded([a, b]: [Self; 2], [c, d]: [Self; 2]) -> [[i32; 2]; 4] {
        let whole = |x: Self| unsafe { _mm256_castpd_si256(x.plus(Self::all(ROUNDING)).0) };
        let mut rounded = [[0; 2]; 4];
        unsafe {
            // Of every four numbers of 16 bits one each.
            let ab = _mm256_blend_epi16::<0b0010_0010>(whole(a), _mm256_slli_epi64::<16>(whole(b)));
            let abc = _mm256_blend_epi16::<0b0100_0100>(ab, _mm256_slli_epi64::<32>(whole(c)));
            let all = _mm256_blend_epi16::<0b1000_1000>(abc, _mm256_slli_epi64::<48>(whole(d)));
            _mm256_storeu_si256(rounded.as_mut_ptr().cast(), all);
        }
        rounded
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
