//! Bodies at rest: who they are, what gravity does to them, and what wakes them.

use super::World;
use super::body::BodyId;
use super::group::{Group, GroupId};
use super::props::{On, Prop, Props};
use crate::bounce::finite;
use crate::point::Vec2;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;

/// Bodies that lean on others that lean on others are gone through so often at most.
const MOST_ROUNDS: usize = 8;

/// And those that stand on one another on a group.
const MOST_ON_TOP: usize = 64;

impl World {
    /// Whether a body has come to rest: it leans on something that took all of its speed, and has no velocity.
    ///
    /// ```
    /// use carom::{Body, Segment, Settings, Vec2, Walls, World};
    /// let floor = Walls::new([Segment::new([-9.0, 0.0], [9.0, 0.0])?]);
    /// let mut world = World::with(floor, Settings { gravity: Vec2::new(0.0, -9.8), ..Settings::default() })?;
    /// let ball = world.add(Body::disc([0.0, 3.0], 1.0).restitution(0.5))?;
    /// for _ in 0..300 {
    ///     world.step(1.0 / 60.0);
    /// }
    /// assert!(world.is_at_rest(ball));
    /// assert_eq!(world.get(ball).unwrap().velocity, Vec2::new(0.0, 0.0));
    /// assert!(world.step(1.0 / 60.0).events.is_empty());
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[must_use]
    pub fn is_at_rest(&self, id: BodyId) -> bool {
        self.leans.get(&id.0).is_some_and(|props| !props.is_empty())
            && self.get(id).is_some_and(|body| body.velocity == Vec2::default())
    }

    /// Whatever bodies lean on has changed.
    pub(super) fn wake_all(&mut self) {
        self.leans.clear();
    }

    /// A group changes its velocity: what stands on it stands there no more if it is left behind, nor does what stands on that.
    pub(super) fn wake_those_left_by(&mut self, group: GroupId, change: Vec2) {
        let is_left = |prop: &Prop| prop.on == On::Group(group) && change.dot(prop.normal) < 0.0;
        let on_it = self.leans.iter().filter(|(_, props)| props.iter().any(is_left));
        let mut woken: BTreeSet<u32> = on_it.map(|(&id, _)| id).collect();
        loop {
            let is_woken = |prop: &Prop| matches!(prop.on, On::Body(other) if woken.contains(&other.0));
            let stands = |&(id, props): &(&u32, &Props)| !woken.contains(id) && props.iter().any(is_woken);
            let more: Vec<u32> = self.leans.iter().filter(stands).map(|(&id, _)| id).collect();
            if more.is_empty() {
                break;
            }
            woken.extend(more);
        }
        self.leans.retain(|id, _| !woken.contains(id));
    }

    /// Takes the speed of bodies that are wedged in, by their places in the list.
    pub(super) fn stop(&mut self, wedged: &BTreeSet<u32>) {
        for &i in wedged {
            let Some(slot) = self.stage.ids.get(i as usize).and_then(|&id| self.slots[id as usize].as_mut()) else {
                continue;
            };
            self.tally.lose(slot.body.energy());
            slot.stop();
        }
    }

    /// Bodies that are at rest on what is still there and at rest itself: gravity does not move them.
    pub(super) fn asleep(&self) -> BTreeSet<u32> {
        if self.settings.gravity == Vec2::default() || self.leans.is_empty() {
            return BTreeSet::new();
        }
        let moves = |prop: &Prop| match prop.on {
            On::Wall(_) | On::All => false,
            On::Group(_) => true,
            On::Body(other) => !self.is_at_rest(other),
        };
        let sleeps = |&(&id, props): &(&u32, &Props)| self.is_at_rest(BodyId(id)) && !props.iter().any(moves);
        let mut asleep = World::grounded(self.leans.iter().filter(sleeps));
        if !self.groups.is_empty() {
            self.add_those_at_rest_on_groups(&mut asleep);
        }
        asleep
    }

    /// Those of some bodies that lean on a wall, or on others of them that do. Two that fly side by side lean on each other, and nothing holds them when
    /// they have come to where they turn.
    fn grounded<'a>(bodies: impl Iterator<Item = (&'a u32, &'a Props)>) -> BTreeSet<u32> {
        let (mut reached, mut leaning): (Vec<u32>, BTreeMap<u32, Vec<u32>>) = Default::default();
        for (&id, props) in bodies {
            for prop in props.iter() {
                match prop.on {
                    On::Body(other) => leaning.entry(other.0).or_default().push(id),
                    On::Wall(_) | On::Group(_) | On::All => reached.push(id),
                }
            }
        }
        let mut grounded = BTreeSet::new();
        while let Some(id) = reached.pop() {
            if grounded.insert(id) {
                reached.extend(leaning.remove(&id).unwrap_or_default());
            }
        }
        grounded
    }

    /// Whether a body leans on something, and moves as a group does.
    fn rides(&self, id: BodyId) -> bool {
        let velocity = self.get(id).map(|body| body.velocity);
        self.leans.get(&id.0).is_some_and(|props| !props.is_empty())
            && self.groups().any(|(_, group)| Some(group.get_velocity()) == velocity)
    }

    /// The velocity of a body that came to a frame's end moving just as a group does, if what it leans on takes all of a push: it goes on so, and nothing is
    /// added and taken back that rounding would show.
    fn ridden(&self, id: u32, props: &Props, push: Vec2) -> Option<Vec2> {
        let i = self.stage.ids.binary_search(&id).ok()?;
        let velocity = self.stage.flying[i].flight.velocity;
        let is_carried = self.groups().any(|(_, group)| group.get_velocity() == velocity);
        (is_carried && !self.stage.held.contains(&(i as u32)) && props.rest_of(push) == Vec2::default())
            .then_some(velocity)
    }

    /// Bodies that move as the group does on which they stand, or as others that do: nothing pulls them off.
    fn add_those_at_rest_on_groups(&self, asleep: &mut BTreeSet<u32>) {
        let velocity = |id: u32| self.get(BodyId(id)).map(|body| body.velocity);
        let moves_as = |id: u32, prop: &Prop| match prop.on {
            On::Group(group) => self.group(group).map(Group::get_velocity) == velocity(id),
            On::Body(other) => velocity(other.0) == velocity(id),
            On::Wall(_) | On::All => velocity(id) == Some(Vec2::default()),
        };
        let mut carried = BTreeSet::new();
        for _ in 0..MOST_ON_TOP {
            let is_carried = |on: On| match on {
                On::Group(_) => true,
                On::Body(other) => carried.contains(&other.0),
                On::Wall(_) | On::All => false,
            };
            let stands = |&(&id, props): &(&u32, &Props)| {
                !carried.contains(&id) && props.iter().any(|prop| is_carried(prop.on) && moves_as(id, prop))
            };
            let more: Vec<u32> = self.leans.iter().filter(stands).map(|(&id, _)| id).collect();
            if more.is_empty() {
                break;
            }
            carried.extend(more);
        }
        carried.retain(|id| self.leans.get(id).is_some_and(|props| props.iter().all(|prop| moves_as(*id, prop))));
        asleep.append(&mut carried);
    }

    /// A body that leans on others takes no part of gravity into those that are at rest themselves.
    pub(super) fn lean_on_those_at_rest(&mut self, time: f64) {
        let kick = self.settings.gravity * time;
        let leans: Vec<(u32, Props)> = self.leans.iter().map(|(&id, &props)| (id, props)).collect();
        for _ in 0..MOST_ROUNDS {
            let mut is_done = true;
            for &(id, props) in &leans {
                let rests = |prop: &Prop| match prop.on {
                    On::Wall(_) | On::Group(_) | On::All => true,
                    On::Body(other) => self.is_at_rest(other) || self.rides(other),
                };
                let Some(velocity) = self.get(BodyId(id)).map(|body| body.velocity) else { continue };
                let standing = props.only(rests);
                let rest = match (props.have_friction(), self.ridden(id, &standing, kick)) {
                    (true, _) => self.slid_on_those_at_rest(id, velocity, &standing, time),
                    (false, Some(ridden)) => ridden,
                    (false, None) => velocity - props.on_walls().rest_of(kick) + standing.rest_of(kick),
                };
                let rest = finite(rest).canonical();
                let stays = rest == Vec2::default() || self.groups().any(|(_, group)| group.get_velocity() == rest);
                if let (true, Some(slot)) = (velocity != rest && stays, &mut self.slots[id as usize]) {
                    slot.body.velocity = rest;
                    is_done = false;
                }
            }
            if is_done {
                return;
            }
        }
    }

    /// The velocity that friction and what stands leave a body which has come to a frame's end, when gravity has acted on it for so long.
    fn slid_on_those_at_rest(&self, id: u32, velocity: Vec2, props: &Props, time: f64) -> Vec2 {
        let Ok(i) = self.stage.ids.binary_search(&id) else { return velocity };
        let before = self.stage.flying[i].flight.velocity;
        props.after(before).slid(before, self.settings.gravity, time)
    }
}
