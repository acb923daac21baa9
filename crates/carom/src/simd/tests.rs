//! All vectors give the same bits.

use super::{Eight, Four, Kernel, Machine, Numbers, Plain, PlainFour, Single, Vectors, packed, run, unpacked};
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

/// Miri takes a thousand times as long for a case, and looks at how it is computed, not at what comes out.
fn few(cases: usize) -> usize {
    if cfg!(miri) { cases / 50 } else { cases }
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
    let near = limits.iter().cycle().take(if carom_oracle::FEW_CASES { few(7_000) } else { 210_000 });
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
        for vectors in Vectors::available() {
            assert!(vectors.force());
            assert_eq!(ours, run(Operations(a, b)), "{vectors:?}: {a:?} and {b:?}");
        }
    }
    Vectors::best();
}

/// The same on every machine.
struct Operations([f64; 4], [f64; 4]);

impl Kernel for Operations {
    type Output = alloc::vec::Vec<u64>;

    #[inline(always)]
    fn run<M: Machine>(self) -> Self::Output {
        operations::<M::Four>(self.0, self.1)
    }
}

#[inline(always)]
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
    let near = |x: F| F::choose(x.abs().is_below(F::all(9e3)), x, F::all(7.25));
    let (m, n) = (F::of([0.25, -3.75, 2.5, 3.5]), F::of([14_448.5, -16_383.0, -0.5, 1.5]));
    let rounded = F::rounded([near(x), m], [n, near(y)]).into_iter().flatten().map(|pair| pair as u64);
    let whole = F::of([0.0, 5.0, 1e9, 4_503_599_627_370_495.0]).whole();
    let truths =
        [below, x.is_at_most(y), x.is_equal(y), F::both(below, p.is_below(q)), F::either(below, p.is_below(q))];
    // Which NaN it is, is nobody's promise.
    let bits = |x: f64| if x.is_nan() { f64::NAN.to_bits() } else { x.to_bits() };
    let numbers = results.into_iter().flat_map(F::numbers).chain([x.least_of_all()]).map(bits);
    numbers.chain(truths.into_iter().map(|truth| u64::from(F::bits(truth)))).chain(rounded).chain(whole).collect()
}

#[test]
fn only_what_the_machine_has_can_be_forced() {
    for vectors in Vectors::ALL {
        assert_eq!(vectors.force(), vectors.is_available());
        assert!(Vectors::in_use().is_available());
    }
    assert_eq!(Some(Vectors::best()), Vectors::available().last());
}

/// What is done on eight pairs, as numbers.
struct EightPairs<'a>(&'a [i32; 8], &'a [i32; 8]);

impl Kernel for EightPairs<'_> {
    type Output = [[i32; 8]; 13];

    #[inline(always)]
    fn run<M: Machine>(self) -> [[i32; 8]; 13] {
        let [a, b] = [self.0, self.1].map(<M::Eight as Eight>::of);
        let (first, second) = (unpacked(self.0[0]), unpacked(self.1[1]));
        let all = M::Eight::all(packed([first[0], second[1]]));
        let bits = |eight: M::Eight, least: i32| [eight.above(least) as i32; 8];
        let dot = a.dot(b);
        [
            a.minus(b).numbers(),
            dot.numbers(),
            a.turned().numbers(),
            all.numbers(),
            dot.size().numbers(),
            dot.larger(b.dot(all)).numbers(),
            dot.less(all.dot(all)).numbers(),
            bits(dot, 0),
            bits(dot, dot.numbers()[3]),
            bits(dot, -(1 << 17)),
            dot.smaller(b.dot(b)).numbers(),
            b.dot(b).signed_as(dot).numbers(),
            dot.ratios(a.dot(a).less(M::Eight::all(-1))).numbers(),
        ]
    }
}

/// All vectors have the same of eight pairs, and what they should have.
#[test]
fn eight_pairs_are_each_alone() {
    let mut rng = carom_oracle::rng::Rng::new(8);
    for _ in 0..few(2_000) {
        let mut number = || *rng.pick(&[0, 1, -1, 181, -16_000, 16_383, -16_383]) + rng.between(-300, 300) as i16 / 300;
        let mut pairs = || [(); 8].map(|()| packed([number(), number()]));
        let (a, b) = (pairs(), pairs());
        let alone: [[i32; 3]; 8] = core::array::from_fn(|lane| {
            let ([ax, ay], [bx, by]) = (unpacked(a[lane]), unpacked(b[lane]));
            let dot = i32::from(ax) * i32::from(bx) + i32::from(ay) * i32::from(by);
            [packed([ax - bx, ay - by]), dot, packed([ay, -ax])]
        });
        let plain = EightPairs(&a, &b).run::<Plain>();
        for (kind, numbers) in plain.iter().take(3).enumerate() {
            assert_eq!(*numbers, alone.map(|results| results[kind]), "{kind} of {a:?} and {b:?}");
        }
        assert_eq!(plain[3], [packed([unpacked(a[0])[0], unpacked(b[1])[1]]); 8]);
        for lane in 0..8 {
            let (dot, square) = (alone[lane][1], |pair: i32| unpacked(pair).map(|x| i32::from(x).pow(2)).iter().sum());
            let (of_a, of_b): (i32, i32) = (square(a[lane]), square(b[lane]));
            assert_eq!(plain[10][lane], core::cmp::min(dot, of_b));
            assert_eq!(plain[11][lane], of_b * dot.signum());
            let (ratio, off) = (f64::from(dot) / f64::from(of_a + 1) + 2.0, f64::from(f32::EPSILON));
            let found = f64::from(f32::from_bits(plain[12][lane] as u32));
            assert!((found - ratio).abs() <= off * (2.0 * (ratio - 2.0).abs() + ratio.abs()), "{found}, {ratio}");
        }
        for vectors in Vectors::available() {
            assert!(vectors.force());
            assert_eq!(run(EightPairs(&a, &b)), plain, "{vectors:?}: {a:?} and {b:?}");
        }
    }
    Vectors::best();
}
