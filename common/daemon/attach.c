/* SPDX-License-Identifier: ISC */
#include "attach.h"

#include "confine.h"
#include "log.h"
#include "notify.h"

#include <errno.h>
#include <string.h>
#include <sysexits.h>

#define RETRY (SECOND_NS / 2)
#define MAKE_AFTER (10 * SECOND_NS)

/* Watch a folder; say once that it cannot be, and once that it can again. */
static void
watch(struct daemon *d, int fd)
{
	const char *limit = "";

	if (loop_watch(&d->loop, fd) == 0) {
		if (d->told_events)
			log_info("inotify: events are back");
		d->told_events = false;
		return;
	}
	if (errno == ENOSPC)
		limit = "; see /proc/sys/fs/inotify/max_user_watches";
	if (errno == EMFILE)
		limit = "; see /proc/sys/fs/inotify/max_user_instances";
	if (!d->told_events)
		log_warn("inotify: %s: looking every 2 seconds instead%s",
		    strerror(errno), limit);
	d->told_events = true;
}

/* Hold the other's folder, if it is there. */
static void
find_peer(struct daemon *d)
{
	int found = workspace_find_peer(&d->play.ws);

	d->peer_error = found == -1 ? errno : 0;
}

/* Something is in its place, or it is shut: say so once. */
static void
tell_peer(struct daemon *d)
{
	const char *peer = player_name(player_other(d->options->me));

	if (d->peer_error != 0 && d->peer_error != d->told_peer)
		log_warn("spool/%s: %s: waiting for it", peer,
		    strerror(d->peer_error));
	d->told_peer = d->peer_error;
}

static void
find_and_watch(struct daemon *d)
{
	struct workspace *ws = &d->play.ws;

	find_peer(d);
	if (ws->peer_spool == -1) {
		/* watch first, then look: it may be made in between */
		if (!d->watches_spool || !loop_watches(&d->loop))
			watch(d, ws->spool);
		d->watches_spool = true;
		find_peer(d);
		if (ws->peer_spool == -1)
			return;
	}
	d->watches_spool = false;
	watch(d, ws->peer_spool);
}

void
attach_watch(struct daemon *d)
{
	bool had_peer = d->play.ws.peer_spool != -1;

	if (had_peer && !d->watches_spool && loop_watches(&d->loop))
		return;
	find_and_watch(d);
	if (d->attached)
		tell_peer(d);
}

void
attach_lost(struct daemon *d, int64_t now)
{
	log_warn("%s was moved, removed, replaced or shut: waiting for it",
	    d->options->workspace);
	loop_unwatch(&d->loop);
	play_unload(&d->play);
	workspace_close(&d->play.ws);
	d->attached = d->watches_spool = d->between_games = false;
	d->lost_at = d->retry_at = d->trouble_at = now;
	d->trouble = NULL;
	d->trouble_error = 0;
}

/*
 * Whether another folder has come into the place of that which contained the
 * workspace, to which we are confined.
 */
static bool
is_hidden(const struct daemon *d, const struct trouble *trouble)
{
	return trouble->error == EACCES && trouble->name[0] == '\0' &&
	       confine_hides(d->options->workspace);
}

/* The one line for a workspace that cannot be used, or not now. */
static void
tell(const struct daemon *d, const struct trouble *trouble, const char *end)
{
	const char *path = d->options->workspace;
	const char *slash = trouble->name[0] == '\0' ? "" : "/";
	const char *why = strerror(trouble->error);

	if (trouble->error == EBADF)
		why = "not a regular file of ours";
	if (is_hidden(d, trouble))
		why = "Permission denied: we are confined to the folder that"
		      " contained it";
	if (trouble->error == WORKSPACE_LOCKED)
		log_error("%s is in use: %s with pid %jd is already running"
			  " there; stop it, or use another folder with -w",
		    path, player_name(d->options->me), trouble->owner);
	else if (trouble->error == WORKSPACE_FOREIGN)
		log_error("%s%s%s belongs to the user with id %jd, not to us:"
			  " run as that user, or use another folder with -w",
		    path, slash, trouble->name, trouble->owner);
	else if (trouble->error == ENOENT && d->options->two_users)
		log_error("%s%s%s: %s: with --peer-user root makes the folders"
			  " before the start%s",
		    path, slash, trouble->name, why, end);
	else
		log_error("%s%s%s: %s%s", path, slash, trouble->name, why, end);
}

/* Whether it is gone or hidden, or an old mount is seen in its place. */
static bool
is_gone(const struct daemon *d, const struct trouble *trouble)
{
	return trouble->error == EROFS || trouble->error == ENOENT ||
	       trouble->missing || is_hidden(d, trouble);
}

/* It could not be opened: -1 to try again, or the exit status. */
static int
failed(struct daemon *d, const struct trouble *trouble, int64_t now)
{
	if (trouble->error == WORKSPACE_LOCKED) {
		tell(d, trouble, "");
		return EX_TEMPFAIL;
	}
	if (!d->started && !workspace_heals(trouble)) {
		tell(d, trouble, ": use another folder with -w, or mend it");
		return EX_CONFIG;
	}
	if (trouble->error != d->trouble_error)
		tell(d, trouble, ": waiting");
	d->trouble_error = trouble->error;
	/* one that is gone may be missing, and read-only, in turn */
	if (!is_gone(d, trouble))
		d->trouble_at = now;
	if (d->started && now - d->trouble_at >= EXIT_AFTER) {
		tell(d, trouble, EXIT_WORDS);
		return EX_TEMPFAIL;
	}
	d->retry_at = now + RETRY;
	return -1;
}

/* Take up the game that the workspace holds: 0, or -1 with *trouble. */
static int
take_up(struct daemon *d, struct trouble *trouble)
{
	const char *journal = d->options->me == MESSENGER1
				  ? "state/messenger1/journal"
				  : "state/messenger2/journal";
	int got;

	/* before the other's words are read, those in our journal too */
	if (confine(&d->play.ws) == -1)
		return workspace_fail(trouble, "..", errno);
	attach_watch(d);
	got = play_load(&d->play);
	if (got == -1)
		return workspace_fail(trouble, journal, errno);
	if (got == 0)
		d->number = 0; /* the journal begins anew */
	/* without a game the lines are about none */
	log_game(&d->play.session.head.id);
	if (got == 1) {
		if (gameid_compare(&d->play.session.result_id, &d->last_id) > 0)
			d->last_id = d->play.session.result_id;
		d->number = d->play.session.head.number;
	}
	return d->role->attached(d, got == 1, trouble);
}

int
attach_try(struct daemon *d)
{
	struct workspace *ws = &d->play.ws;
	struct trouble trouble;
	int64_t now = clock_boot();

	if (now < d->retry_at)
		return -1;
	ws->create = !d->options->two_users &&
		     (!d->started || now - d->lost_at >= MAKE_AFTER);
	if (workspace_open(ws, &trouble) == -1)
		return failed(d, &trouble, now);
	if (take_up(d, &trouble) == -1) {
		loop_unwatch(&d->loop);
		d->watches_spool = false;
		play_unload(&d->play);
		workspace_close(ws);
		return failed(d, &trouble, now);
	}
	if (d->started)
		log_info("%s is back", d->options->workspace);
	else if (!session_ended(&d->play.session))
		log_info("taken up: %s", session_state_name(&d->play.session));
	if (d->play.broke_rules)
		log_warn("journal: a record the rules do not allow:"
			 " the game is given up");
	d->attached = d->started = true;
	d->retry_at = 0;
	d->trouble_error = 0;
	d->looked_at = now;
	tell_peer(d);
	notify_send("READY=1");
	return -1;
}
