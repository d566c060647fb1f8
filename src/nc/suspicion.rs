use super::motion::Span;

/// What has been seen so far that decides whether something looks wrong.
#[derive(Clone, Debug, Default)]
pub(crate) struct Suspicion {
    /// A motion without feed was reported, and none is until F is set again.
    pub feed_reported: bool,
    /// A tool length offset is in force.
    offset: bool,
    /// First motion of the tool in the spindle made without a length offset.
    bare_motion: Option<Span>,
}

impl Suspicion {
    pub fn tool_changed(&mut self) {
        self.bare_motion = None;
    }

    /// Notes a motion at feed.
    pub fn cut(&mut self, span: Span) {
        if !self.offset && self.bare_motion.is_none() {
            self.bare_motion = Some(span);
        }
    }

    /// A length offset comes into force; gives the motion that should have had it.
    pub fn offset_on(&mut self) -> Option<Span> {
        if self.offset {
            return None;
        }
        self.offset = true;
        self.bare_motion.take()
    }

    pub fn offset_off(&mut self) {
        self.offset = false;
        self.bare_motion = None;
    }
}
