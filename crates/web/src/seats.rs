//! How much one user follows at a time, and all guests together: each open event stream, and each request that waits, looks
//! at the database again and again.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, Mutex, PoisonError};

use store::UserId;

use crate::error::Error;
use crate::viewer::Viewer;

/// Some devices with some tabs that are seen, and a script.
pub(crate) const MOST: u32 = 20;
/// What all guests have together: nothing tells one from the other.
const MOST_OF_GUESTS: u32 = 500;

/// The seats that are taken in this process. Cloning it counts on together.
#[derive(Clone, Debug, Default)]
pub struct Seats(Arc<Mutex<HashMap<Option<UserId>, u32>>>);

/// Taken until it is dropped.
#[must_use]
pub(crate) struct Seat {
    seats: Seats,
    /// `None`: a guest.
    user: Option<UserId>,
}

impl Seats {
    /// [`Error::Crowded`] when the viewer has [`MOST`] already, or guests have as many as they may.
    pub(crate) fn take(&self, viewer: &Viewer) -> Result<Seat, Error> {
        let user = viewer.user().map(|user| user.id);
        let most = if user.is_some() { MOST } else { MOST_OF_GUESTS };
        let mut taken = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let own = taken.entry(user).or_default();
        if *own >= most {
            return Err(Error::Crowded { by_guests: user.is_none() });
        }
        *own += 1;
        Ok(Seat { seats: self.clone(), user })
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        let mut taken = self.seats.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Entry::Occupied(mut own) = taken.entry(self.user) {
            *own.get_mut() -= 1;
            if *own.get() == 0 {
                own.remove();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use store::user::Role;

    use super::*;
    use crate::viewer::tests::viewer;

    #[test]
    fn each_user_has_so_many_and_gives_them_back() {
        let (seats, ann, bob) = (Seats::default(), viewer(1, Role::Admin), viewer(2, Role::Contestant));
        let mut taken: Vec<Seat> = (0..MOST).map(|_| seats.take(&ann).unwrap()).collect();
        assert!(matches!(seats.clone().take(&ann), Err(Error::Crowded { by_guests: false })));
        drop(seats.take(&bob).unwrap());
        taken.pop();
        taken.push(seats.take(&ann).unwrap());
        assert!(seats.take(&ann).is_err());
        drop(taken);
        assert!(seats.0.lock().unwrap().is_empty(), "nobody is remembered who follows nothing");
    }

    #[test]
    fn guests_have_their_seats_together_and_take_none_of_a_users() {
        let (seats, guest) = (Seats::default(), Viewer::guest());
        let mut taken: Vec<_> = (0..MOST_OF_GUESTS).map(|_| seats.take(&guest).unwrap()).collect();
        assert!(matches!(seats.take(&guest), Err(Error::Crowded { by_guests: true })));
        drop(seats.take(&viewer(1, Role::Contestant)).unwrap());
        taken.pop();
        drop(seats.take(&guest).unwrap());
    }
}
