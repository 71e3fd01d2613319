// Made by write-openapi-types.ts from openapi.json; a test says when it is out of date.
// One file, however long: it is what its maker writes.
export type paths = {
    "/api/v1/catalog": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the catalog
         * @description All courses of the workspace, published or not, with their modules.
         *
         *     Needs a token with the scope `catalog:read`.
         */
        get: operations["listCatalog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analytics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read analytics
         * @description Completion rates of each module, progress of each learner and a summary of recertification, all of one moment. Rates are null where nobody is assigned.
         *
         *     Needs a token with the scope `analytics:read`.
         */
        get: operations["readAnalytics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List users
         * @description Users of the workspace by `created_at` and `id`, filtered by role, department, status, external_id and manager. Those without an e-mail address only with `email=any`.
         *
         *     Needs a token with the scope `users:read`.
         */
        get: operations["listUsers"];
        put?: never;
        /**
         * Create or update a user
         * @description The e-mail says who is meant: 201 when it was new, 200 otherwise. An external_id of someone else is 409. An omitted field stays as it is. With `preview=true` the checks and the answer are the same and nothing is written.
         *
         *     Needs a token with the scope `users:write`.
         */
        post: operations["upsertUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create or update many users
         * @description Up to 500 users, each as in a single request and by itself: one that is refused doesn’t stop the others. The answer is 200 with a result or a problem for each, in the order sent. An e-mail that is there twice is refused the second time. A manager may be created by the same request. With `key: external_id`, where the workspace allows it, the external_id says who is meant, and another e-mail is the user’s new address. A user with status 503 was left unchanged for lack of time: repeat the request, with the same `Idempotency-Key` to try only these. Counts as one write, and its users against a limit of their own.
         *
         *     Needs a token with the scope `users:write`.
         */
        post: operations["upsertUsers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/attested-completions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take over past training
         * @description Up to 500 completions from before, each by itself: one that is refused doesn’t stop the others. They count as completed and valid from their own day, are shown as attested and never as proved here, and send no `learner.module_completed`. `file_id` names a document (PDF, PNG or JPEG, up to 10 MiB) that was sent as `application/octet-stream` to `POST /api/trpc/attested.upload`. The same person, module, day and source again change nothing. A completion with status 503 was not stored for lack of time: repeat the request, with the same `Idempotency-Key` to try only these. Counts as one write, and its completions against a limit of their own.
         *
         *     Needs a token with the scope `completions:attest`.
         */
        post: operations["attestCompletions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/shifts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace shifts
         * @description The shifts that begin from `from` until before `to`, up to 5000, in place of those there. Each is checked by itself: one that is refused doesn’t stop the others, and is not stored. If all are refused, nothing changes. Shared devices can list who is on shift. Counts as one write, and its shifts against a limit of their own.
         *
         *     Needs a token with the scope `shifts:write`.
         */
        post: operations["replaceShifts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/paths": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List paths
         * @description Paths by title, with their modules in order.
         *
         *     Needs a token with the scope `paths:read`.
         */
        get: operations["listPaths"];
        put?: never;
        /**
         * Create a path
         * @description Modules have to be published. `requires` names earlier modules that have to be done before.
         *
         *     Needs a token with the scope `paths:write`.
         */
        post: operations["createPath"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/paths/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a path
         * @description The path with its modules in order.
         *
         *     Needs a token with the scope `paths:read`.
         */
        get: operations["getPath"];
        put?: never;
        /**
         * Change a path
         * @description Replaces title, description and modules. Added modules are given to everyone to whom the path is assigned, removed ones are taken away. Preview this first. Another `version` than the current one is 409.
         *
         *     Needs a token with the scope `paths:write`.
         */
        post: operations["updatePath"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/paths/{id}/archive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Archive or restore a path
         * @description A path that is assigned can’t be archived: end its assignments first.
         *
         *     Needs a token with the scope `paths:write`.
         */
        post: operations["archivePath"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/paths/{id}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview a change of a path
         * @description What other modules would change for the people to whom the path is assigned. Nothing is written.
         *
         *     Needs a token with the scope `paths:write`.
         */
        post: operations["previewPath"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/paths/{path_id}/assignments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Assign a path
         * @description To a person, a department or a role, and everyone who joins later. Its modules are due on the same day. A repeated `request_id` or `Idempotency-Key` assigns nothing twice. With the key, it is applied within a minute.
         *
         *     Needs a token with the scope `paths:write`.
         */
        post: operations["assignPath"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/paths/{path_id}/assignments/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview an assignment of a path
         * @description What each person would owe, and when. Nothing is written.
         *
         *     Needs a token with the scope `paths:write`.
         */
        post: operations["previewPathAssignment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/path-assignments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change an assignment of a path
         * @description Replaces the audience and the days of all its modules. Preview this first. Another `version` than the current one, which the path’s standing has, is 409.
         *
         *     Needs a token with the scope `paths:write`.
         */
        post: operations["updatePathAssignment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/path-assignments/{id}/end": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End an assignment of a path
         * @description Modules that aren’t completed are owed no more, unless another assignment covers them.
         *
         *     Needs a token with the scope `paths:write`.
         */
        post: operations["endPathAssignment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/path-assignments/{id}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview a change of an assignment of a path
         * @description What each person would owe, and when. Nothing is written.
         *
         *     Needs a token with the scope `paths:write`.
         */
        post: operations["previewChangedPathAssignment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/path-assignments/{id}/end/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview the end of an assignment of a path
         * @description What each person would owe no more. Nothing is written.
         *
         *     Needs a token with the scope `paths:write`.
         */
        post: operations["previewEndedPathAssignment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/paths/{id}/standing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count how people stand in a path
         * @description Active people to whom the path is assigned, for each assignment and each module.
         *
         *     Needs a token with the scope `paths:read`.
         */
        get: operations["readPathStanding"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/paths/{id}/people": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the people of a path
         * @description Active people to whom the path is assigned, with their progress; first who has something overdue.
         *
         *     Needs a token with the scope `paths:read`.
         */
        get: operations["listPathPeople"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/courses/{course_id}/archive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export a course as an archive
         * @description Published modules with settings and content, as JSON that imports back to the same content hashes; with `with_media=true`, a ZIP with pictures, sound and film as well.
         *
         *     Needs a token with the scope `content:export`.
         */
        get: operations["exportArchive"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/courses/{course_id}/csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export a course as CSV
         * @description The cards and questions of published modules, a row for each.
         *
         *     Needs a token with the scope `content:export`.
         */
        get: operations["exportTable"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/courses/{course_id}/qti": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export a course as QTI 3.0
         * @description A package with a test for each published module, and its pictures, sound and film.
         *
         *     Needs a token with the scope `content:export`.
         */
        get: operations["exportQti"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/courses/{course_id}/scorm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export a course as SCORM 1.2
         * @description A package that plays the published modules in other learning systems, and reports to them.
         *
         *     Needs a token with the scope `content:export`.
         */
        get: operations["exportScorm"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/media/pieces": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a piece of a picture, sound, film or captions
         * @description All pieces of a file but the last one have 3 MiB. A piece that failed is sent again. `POST /media` makes a file of them; alone, they are deleted after a day.
         *
         *     Needs a token with the scope `content:import`.
         */
        post: operations["uploadMediaPiece"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/media": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a picture, sound, film or captions of pieces
         * @description With the digest that an archive names (`media/<digest>` of its ZIP), so that the course imports to the same content hashes. The same file again is the same media. What no content names is deleted after a week.
         *
         *     Needs a token with the scope `content:import`.
         */
        post: operations["addMedia"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/courses/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import a course from an archive
         * @description Creates a course of drafts in a department, whose trainers submit them for review: all or nothing. Send its pictures, sound and film before, by `POST /media`.
         *
         *     Needs a token with the scope `content:import`.
         */
        post: operations["importCourse"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/intake": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Push content as a draft suggestion
         * @description The content becomes a suggestion in the Recommended queue: 201. It makes no module and goes through review like everything else. The same text from the same source answers 200 with the suggestion that is there, a dismissed one too. A newer text of the same `source_url` supersedes the one that waits in the same department, and `duplicate_of` names an earlier suggestion from another source whose text is the same or nearly so.
         *
         *     Needs a token with the scope `intake:create`.
         */
        post: operations["createIntake"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
};
export type webhooks = {
    "module.submitted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * module.submitted
         * @description A module was submitted for review, or once more after a query: `round` says which time it was.
         *
         *     Sent to each endpoint of the workspace that has chosen this type. Answer within 15 s; whatever else than 2xx comes is tried again, for about 28 hours. Events may come twice and in another order than they happened: `webhook-id` and `sequence` tell.
         */
        post: operations["receiveModuleSubmittedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "module.section_queried": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * module.section_queried
         * @description A reviewer sent one section back to its authors.
         *
         *     Sent to each endpoint of the workspace that has chosen this type. Answer within 15 s; whatever else than 2xx comes is tried again, for about 28 hours. Events may come twice and in another order than they happened: `webhook-id` and `sequence` tell.
         */
        post: operations["receiveModuleSectionQueriedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "module.section_approved": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * module.section_approved
         * @description A reviewer approved one section.
         *
         *     Sent to each endpoint of the workspace that has chosen this type. Answer within 15 s; whatever else than 2xx comes is tried again, for about 28 hours. Events may come twice and in another order than they happened: `webhook-id` and `sequence` tell.
         */
        post: operations["receiveModuleSectionApprovedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "module.published": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * module.published
         * @description Both sections were approved: learners see this content from now on.
         *
         *     Sent to each endpoint of the workspace that has chosen this type. Answer within 15 s; whatever else than 2xx comes is tried again, for about 28 hours. Events may come twice and in another order than they happened: `webhook-id` and `sequence` tell.
         */
        post: operations["receiveModulePublishedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "module.rejected": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * module.rejected
         * @description A reviewer turned the whole submission down.
         *
         *     Sent to each endpoint of the workspace that has chosen this type. Answer within 15 s; whatever else than 2xx comes is tried again, for about 28 hours. Events may come twice and in another order than they happened: `webhook-id` and `sequence` tell.
         */
        post: operations["receiveModuleRejectedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "module.withdrawn": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * module.withdrawn
         * @description A submission was taken back before it was decided.
         *
         *     Sent to each endpoint of the workspace that has chosen this type. Answer within 15 s; whatever else than 2xx comes is tried again, for about 28 hours. Events may come twice and in another order than they happened: `webhook-id` and `sequence` tell.
         */
        post: operations["receiveModuleWithdrawnEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "module.unpublished": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * module.unpublished
         * @description A published module was hidden from learners.
         *
         *     Sent to each endpoint of the workspace that has chosen this type. Answer within 15 s; whatever else than 2xx comes is tried again, for about 28 hours. Events may come twice and in another order than they happened: `webhook-id` and `sequence` tell.
         */
        post: operations["receiveModuleUnpublishedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "module.archived": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * module.archived
         * @description A module was archived.
         *
         *     Sent to each endpoint of the workspace that has chosen this type. Answer within 15 s; whatever else than 2xx comes is tried again, for about 28 hours. Events may come twice and in another order than they happened: `webhook-id` and `sequence` tell.
         */
        post: operations["receiveModuleArchivedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "module.restored": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * module.restored
         * @description An archived module came back to where it stood.
         *
         *     Sent to each endpoint of the workspace that has chosen this type. Answer within 15 s; whatever else than 2xx comes is tried again, for about 28 hours. Events may come twice and in another order than they happened: `webhook-id` and `sequence` tell.
         */
        post: operations["receiveModuleRestoredEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "user.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * user.created
         * @description A person was added.
         *
         *     Sent to each endpoint of the workspace that has chosen this type. Answer within 15 s; whatever else than 2xx comes is tried again, for about 28 hours. Events may come twice and in another order than they happened: `webhook-id` and `sequence` tell.
         */
        post: operations["receiveUserCreatedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "user.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * user.updated
         * @description A person’s name, e-mail address, employee number, role or department changed.
         *
         *     Sent to each endpoint of the workspace that has chosen this type. Answer within 15 s; whatever else than 2xx comes is tried again, for about 28 hours. Events may come twice and in another order than they happened: `webhook-id` and `sequence` tell.
         */
        post: operations["receiveUserUpdatedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "user.deactivated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * user.deactivated
         * @description A person may not sign in any more.
         *
         *     Sent to each endpoint of the workspace that has chosen this type. Answer within 15 s; whatever else than 2xx comes is tried again, for about 28 hours. Events may come twice and in another order than they happened: `webhook-id` and `sequence` tell.
         */
        post: operations["receiveUserDeactivatedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "user.reactivated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * user.reactivated
         * @description An inactive person may sign in again.
         *
         *     Sent to each endpoint of the workspace that has chosen this type. Answer within 15 s; whatever else than 2xx comes is tried again, for about 28 hours. Events may come twice and in another order than they happened: `webhook-id` and `sequence` tell.
         */
        post: operations["receiveUserReactivatedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "learner.module_completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * learner.module_completed
         * @description A person has seen all cards of a module and passed its quiz. `by` graded the last answer.
         *
         *     Sent to each endpoint of the workspace that has chosen this type. Answer within 15 s; whatever else than 2xx comes is tried again, for about 28 hours. Events may come twice and in another order than they happened: `webhook-id` and `sequence` tell.
         */
        post: operations["receiveLearnerModuleCompletedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "learner.path_completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * learner.path_completed
         * @description A person has done all modules of a path; again after a renewal or an added module.
         *
         *     Sent to each endpoint of the workspace that has chosen this type. Answer within 15 s; whatever else than 2xx comes is tried again, for about 28 hours. Events may come twice and in another order than they happened: `webhook-id` and `sequence` tell.
         */
        post: operations["receiveLearnerPathCompletedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "path.assigned": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * path.assigned
         * @description A path was assigned to a person, a department or a role, and everyone who joins later.
         *
         *     Sent to each endpoint of the workspace that has chosen this type. Answer within 15 s; whatever else than 2xx comes is tried again, for about 28 hours. Events may come twice and in another order than they happened: `webhook-id` and `sequence` tell.
         */
        post: operations["receivePathAssignedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "token.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * token.created
         * @description An API token was issued.
         *
         *     Sent to each endpoint of the workspace that has chosen this type. Answer within 15 s; whatever else than 2xx comes is tried again, for about 28 hours. Events may come twice and in another order than they happened: `webhook-id` and `sequence` tell.
         */
        post: operations["receiveTokenCreatedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "token.revoked": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * token.revoked
         * @description An API token was revoked for good.
         *
         *     Sent to each endpoint of the workspace that has chosen this type. Answer within 15 s; whatever else than 2xx comes is tried again, for about 28 hours. Events may come twice and in another order than they happened: `webhook-id` and `sequence` tell.
         */
        post: operations["receiveTokenRevokedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "suggestion.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * suggestion.created
         * @description Content was pushed into the Recommended queue; or again, after a newer text of its page had superseded it.
         *
         *     Sent to each endpoint of the workspace that has chosen this type. Answer within 15 s; whatever else than 2xx comes is tried again, for about 28 hours. Events may come twice and in another order than they happened: `webhook-id` and `sequence` tell.
         */
        post: operations["receiveSuggestionCreatedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "suggestion.accepted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * suggestion.accepted
         * @description A suggestion became a draft module.
         *
         *     Sent to each endpoint of the workspace that has chosen this type. Answer within 15 s; whatever else than 2xx comes is tried again, for about 28 hours. Events may come twice and in another order than they happened: `webhook-id` and `sequence` tell.
         */
        post: operations["receiveSuggestionAcceptedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "suggestion.dismissed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * suggestion.dismissed
         * @description A suggestion was turned down.
         *
         *     Sent to each endpoint of the workspace that has chosen this type. Answer within 15 s; whatever else than 2xx comes is tried again, for about 28 hours. Events may come twice and in another order than they happened: `webhook-id` and `sequence` tell.
         */
        post: operations["receiveSuggestionDismissedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "suggestion.superseded": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * suggestion.superseded
         * @description A newer text of the same page took the place of a waiting suggestion.
         *
         *     Sent to each endpoint of the workspace that has chosen this type. Answer within 15 s; whatever else than 2xx comes is tried again, for about 28 hours. Events may come twice and in another order than they happened: `webhook-id` and `sequence` tell.
         */
        post: operations["receiveSuggestionSupersededEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "certification.due_soon": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * certification.due_soon
         * @description A certificate will expire soon. Sent once.
         *
         *     Sent to each endpoint of the workspace that has chosen this type. Answer within 15 s; whatever else than 2xx comes is tried again, for about 28 hours. Events may come twice and in another order than they happened: `webhook-id` and `sequence` tell.
         */
        post: operations["receiveCertificationDueSoonEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "certification.expired": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * certification.expired
         * @description The newest certificate of a person and a module has run out; told once.
         *
         *     Sent to each endpoint of the workspace that has chosen this type. Answer within 15 s; whatever else than 2xx comes is tried again, for about 28 hours. Events may come twice and in another order than they happened: `webhook-id` and `sequence` tell.
         */
        post: operations["receiveCertificationExpiredEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "provider_key.failing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * provider_key.failing
         * @description An own AI provider key does not work any more; what needs it waits for another.
         *
         *     Sent to each endpoint of the workspace that has chosen this type. Answer within 15 s; whatever else than 2xx comes is tried again, for about 28 hours. Events may come twice and in another order than they happened: `webhook-id` and `sequence` tell.
         */
        post: operations["receiveProviderKeyFailingEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "drive.reconnect_needed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * drive.reconnect_needed
         * @description A drive needs to be reconnected.
         *
         *     Sent to each endpoint of the workspace that has chosen this type. Answer within 15 s; whatever else than 2xx comes is tried again, for about 28 hours. Events may come twice and in another order than they happened: `webhook-id` and `sequence` tell.
         */
        post: operations["receiveDriveReconnectNeededEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "audit.checkpoint": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * audit.checkpoint
         * @description Where the audit log ended, once a day while it grows. Keep it: `wtp audit verify --checkpoint` tells by it that the log was cut off or begun anew.
         *
         *     Sent to each endpoint of the workspace that has chosen this type. Answer within 15 s; whatever else than 2xx comes is tried again, for about 28 hours. Events may come twice and in another order than they happened: `webhook-id` and `sequence` tell.
         */
        post: operations["receiveAuditCheckpointEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "endpoint.test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * endpoint.test
         * @description Somebody tries this endpoint; nothing has changed in the workspace. No other endpoint is told.
         *
         *     Sent to each endpoint of the workspace that has chosen this type. Answer within 15 s; whatever else than 2xx comes is tried again, for about 28 hours. Events may come twice and in another order than they happened: `webhook-id` and `sequence` tell.
         */
        post: operations["receiveEndpointTestEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
};
export type components = {
    schemas: {
        AddMedia: {
            /** @description The pieces of the file, in order. All but the last one have 3 MiB. */
            pieces: string[];
            /** @description The digest that the file must have, such as in an archive of a course. Its picture is not encoded anew, because another installation did. */
            digest?: string;
        };
        Analytics: {
            /**
             * Format: date-time
             * @example 2026-03-01T08:30:00.000Z
             */
            generated_at: string;
            filters: {
                department_id: string | null;
                course_id: string | null;
                module_id: string | null;
                user_id: string | null;
                manager_id: string | null;
                from: string | null;
                to: string | null;
                include: ("modules" | "learners" | "recertification")[];
                include_inactive: boolean;
                window_days: number;
            };
            modules?: (components["schemas"]["ModuleAnalytics"] | components["schemas"]["ModuleColumns"])[];
            learners?: {
                total: number;
                limit: number;
                offset: number;
                items: components["schemas"]["LearnerAnalytics"][];
            };
            recertification?: {
                window_days: number;
                never_certified: number;
                current: number;
                due_soon: number;
                expired: number;
                by_module: {
                    /**
                     * Format: uuid
                     * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
                     */
                    module_id: string;
                    validity_days: number;
                    never_certified: number;
                    current: number;
                    due_soon: number;
                    expired: number;
                    next_expiry_at: string | null;
                }[];
            };
        };
        ArchivePath: {
            /** @description False restores it. */
            archived: boolean;
        };
        AssignPath: {
            to: {
                /** @constant */
                kind: "user";
                /**
                 * Format: uuid
                 * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
                 */
                user_id: string;
            } | {
                /** @constant */
                kind: "department";
                /**
                 * Format: uuid
                 * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
                 */
                department_id: string;
            } | {
                /** @constant */
                kind: "role";
                /** @enum {string} */
                role: "learner" | "trainer" | "content_manager" | "super_admin";
            };
            /**
             * @description The last day, in the workspace’s time zone; today or later, at most ten years ahead.
             * @default null
             */
            due_on: string | null;
            /**
             * @description In place of `due_on`: so many days after each person is assigned.
             * @default null
             */
            due_days: number | null;
            /**
             * @description Time before a certificate expires at which the next cycle opens.
             * @default 30
             */
            window_days: number;
            /**
             * @description Also for who holds a completion that counts: they do it again.
             * @default false
             */
            again: boolean;
            /**
             * Format: uuid
             * @description Chosen by the caller. A repeated request with the same one answers the assignment that the first has made.
             * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
             */
            request_id?: string;
        };
        AttestCompletions: {
            /** @description In any order. */
            completions: components["schemas"]["PastCompletion"][];
        };
        AttestRefused: {
            /** @description Which of the completions sent, from 0. */
            index: number;
            status: number;
            problem: components["schemas"]["Problem"];
        };
        Attested: {
            /** @description Which of the completions sent, from 0. */
            index: number;
            /** @description 201 where it was new. */
            status: 200 | 201;
            /** @description null in a preview of a new one. */
            id: string | null;
            /**
             * @description `counted`: now the person’s completion. `history`: stored, while a newer or longer one counts. `unchanged`: already entered.
             * @enum {string}
             */
            result: "counted" | "history" | "unchanged";
        };
        AttestedCompletions: {
            /** @description One for each completion, in the order sent. */
            results: (components["schemas"]["Attested"] | components["schemas"]["AttestRefused"])[];
            /** @description How many completions have each result. */
            counts: {
                counted: number;
                history: number;
                unchanged: number;
                refused: number;
            };
        };
        AuditCheckpointEvent: {
            /** @constant */
            type: "audit.checkpoint";
            /**
             * Format: date-time
             * @description When it happened; when it was sent stands in the header `webhook-timestamp`.
             * @example 2026-03-01T08:30:00.000Z
             */
            timestamp: string;
            /** @description The place of the event among all of the workspace, from 1 on. An endpoint sees those of its types, so there are gaps; what comes with a lower one than before is late or repeated. */
            sequence: number;
            /**
             * Format: uuid
             * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
             */
            workspace_id: string;
            /** @description Where the audit log ended, once a day while it grows. Keep it: `wtp audit verify --checkpoint` tells by it that the log was cut off or begun anew. */
            data: {
                /** @description How many entries the chain of the audit log had. */
                entries: number;
                /** @description The hash of the last of them. */
                head: string;
                /** @description The `kid` of the key, one of those at `/.well-known/evidence-keys.json`. */
                key: string;
                /** @description Ed25519 over the canonical JSON (RFC 8785) of `format` (`audit-checkpoint-1`), `workspace_id`, `entries` and `head`, in base64url. */
                signature: string;
                /** @description Who did it. */
                by: components["schemas"]["EventActor"];
            };
        };
        BulkApplied: {
            /** @description Which of the users sent, from 0. */
            index: number;
            /** @description 201 where the e-mail was new. */
            status: 200 | 201;
            /**
             * Format: uuid
             * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
             */
            id: string;
            /** @enum {string} */
            result: "created" | "updated" | "unchanged" | "deactivated" | "reactivated";
        };
        BulkRefused: {
            /** @description Which of the users sent, from 0. */
            index: number;
            status: number;
            problem: components["schemas"]["Problem"];
        };
        BulkUser: {
            /**
             * Format: email
             * @description Who is meant; trimmed and lower-cased.
             * @example ana.souza@example.com
             */
            email: string;
            /** @description The number of the HR system, unique in the workspace; null removes it. */
            external_id?: string | null;
            /** @description Required when the e-mail is new. */
            full_name?: string;
            /** @description `learner` when the e-mail is new and no role is given. */
            role?: components["schemas"]["Role"];
            /** @description Required for a trainer; null clears it. */
            department_id?: string | null;
            /** @description An active user, by e-mail or external_id; null removes it. */
            manager?: components["schemas"]["NamedManager"] | null;
            /** @description true makes an existing user inactive, false brings an inactive one back; omitted does neither. */
            deactivate?: boolean;
        };
        BulkUserByExternalId: {
            /** @description A different one than before is the user’s new address; null removes it. */
            email?: string | null;
            /** @description Who is meant. Without it, the e-mail address says so. */
            external_id?: string | null;
            /** @description Required when the e-mail is new. */
            full_name?: string;
            /** @description `learner` when the e-mail is new and no role is given. */
            role?: components["schemas"]["Role"];
            /** @description Required for a trainer; null clears it. */
            department_id?: string | null;
            /** @description An active user, by e-mail or external_id; null removes it. */
            manager?: components["schemas"]["NamedManager"] | null;
            /** @description true makes an existing user inactive, false brings an inactive one back; omitted does neither. */
            deactivate?: boolean;
        };
        CertificationDueSoonEvent: {
            /** @constant */
            type: "certification.due_soon";
            /**
             * Format: date-time
             * @description When it happened; when it was sent stands in the header `webhook-timestamp`.
             * @example 2026-03-01T08:30:00.000Z
             */
            timestamp: string;
            /** @description The place of the event among all of the workspace, from 1 on. An endpoint sees those of its types, so there are gaps; what comes with a lower one than before is late or repeated. */
            sequence: number;
            /**
             * Format: uuid
             * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
             */
            workspace_id: string;
            /** @description A certificate will expire soon. Sent once. */
            data: {
                /**
                 * Format: uuid
                 * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
                 */
                user_id: string;
                /** @description null for people without one, in workspaces that allow them. */
                email: string | null;
                full_name: string;
                /**
                 * Format: uuid
                 * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
                 */
                module_id: string;
                /** @description The module’s. */
                title: string;
                /**
                 * Format: date-time
                 * @example 2026-03-01T08:30:00.000Z
                 */
                completed_at: string;
                /**
                 * Format: date-time
                 * @example 2026-03-01T08:30:00.000Z
                 */
                expires_at: string;
                /** @description Who did it. */
                by: components["schemas"]["EventActor"];
            };
        };
        CertificationExpiredEvent: {
            /** @constant */
            type: "certification.expired";
            /**
             * Format: date-time
             * @description When it happened; when it was sent stands in the header `webhook-timestamp`.
             * @example 2026-03-01T08:30:00.000Z
             */
            timestamp: string;
            /** @description The place of the event among all of the workspace, from 1 on. An endpoint sees those of its types, so there are gaps; what comes with a lower one than before is late or repeated. */
            sequence: number;
            /**
             * Format: uuid
             * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
             */
            workspace_id: string;
            /** @description The newest certificate of a person and a module has run out; told once. */
            data: {
                /**
                 * Format: uuid
                 * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
                 */
                user_id: string;
                /** @description null for people without one, in workspaces that allow them. */
                email: string | null;
                full_name: string;
                /**
                 * Format: uuid
                 * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
                 */
                module_id: string;
                /** @description The module’s. */
                title: string;
                /**
                 * Format: date-time
                 * @example 2026-03-01T08:30:00.000Z
                 */
                completed_at: string;
                /**
                 * Format: date-time
                 * @example 2026-03-01T08:30:00.000Z
                 */
                expires_at: string;
                /** @description Who did it. */
                by: components["schemas"]["EventActor"];
            };
        };
        Course: {
            /**
             * Format: uuid
             * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
             */
            id: string;
            title: string;
            /** @description A single emoji. */
            emoji: string;
            department_id: string | null;
            published: boolean;
            published_at: string | null;
            /**
             * Format: date-time
             * @example 2026-03-01T08:30:00.000Z
             */
            created_at: string;
            /** @description By `order`. */
            modules: components["schemas"]["Module"][];
        };
        CreateIntake: {
            /** @description The article or document; at most 50,000 characters, counted as code points. */
            content: string;
            /** @description The system that it comes from; case and white space make no difference. */
            source_name: string;
            /** @description The first heading or line of the content when omitted. */
            title?: string;
            /**
             * Format: uri
             * @description A link back to the item. A newer text with the link of one that still waits in the same department supersedes it.
             * @example https://wiki.example.com/pages/42
             */
            source_url?: string;
            /**
             * Format: uuid
             * @description Whose queue it belongs to; every department sees it when omitted.
             * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
             */
            department_id?: string;
        };
        CreatePath: {
            title: string;
            /** @default  */
            description: string;
            steps: {
                /**
                 * Format: uuid
                 * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
                 */
                module_id: string;
                /**
                 * @description The modules, earlier in the path, that have to be done before this one opens.
                 * @default []
                 */
                requires: string[];
            }[];
            /**
             * @description The department whose trainers change the path; null if only super admins do. Trainers name their own.
             * @default null
             */
            department_id: string | null;
        };
        DriveReconnectNeededEvent: {
            /** @constant */
            type: "drive.reconnect_needed";
            /**
             * Format: date-time
             * @description When it happened; when it was sent stands in the header `webhook-timestamp`.
             * @example 2026-03-01T08:30:00.000Z
             */
            timestamp: string;
            /** @description The place of the event among all of the workspace, from 1 on. An endpoint sees those of its types, so there are gaps; what comes with a lower one than before is late or repeated. */
            sequence: number;
            /**
             * Format: uuid
             * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
             */
            workspace_id: string;
            /** @description A drive needs to be reconnected. */
            data: {
                /**
                 * Format: uuid
                 * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
                 */
                connection_id: string;
                /** @enum {string} */
                kind: "google" | "lark" | "feishu";
                /** @description Whom it reads as. */
                account: string;
                /** @enum {string} */
                reason: "access_lost" | "undecryptable" | "no_push" | "unavailable" | "quota";
                /** @description Who did it. */
                by: components["schemas"]["EventActor"];
            };
        };
        EndPathAssignment: {
            reason?: string;
        };
        EndpointTestEvent: {
            /** @constant */
            type: "endpoint.test";
            /**
             * Format: date-time
             * @description When it happened; when it was sent stands in the header `webhook-timestamp`.
             * @example 2026-03-01T08:30:00.000Z
             */
            timestamp: string;
            /** @description A test has no place among the events. */
            sequence: null;
            /**
             * Format: uuid
             * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
             */
            workspace_id: string;
            /** @description Somebody tries this endpoint; nothing has changed in the workspace. No other endpoint is told. */
            data: {
                /**
                 * Format: uuid
                 * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
                 */
                endpoint_id: string;
                /** @description Who did it. */
                by: components["schemas"]["EventActor"];
            };
        };
        EventActor: {
            /** @enum {string} */
            kind: "user" | "token" | "system";
            id: string | null;
            name: string;
        };
        FieldError: {
            path: string;
            code: string;
            message: string;
        };
        ImportCourse: {
            /** @constant */
            format: "course-archive-1";
            course: {
                title: string;
                /** @example 📦 */
                emoji: string;
            };
            modules: {
                title: string;
                /** @example de */
                language: string;
                validity_days: number | null;
                /** @example 0.8 */
                pass_score: number;
                max_attempts: number;
                /** @enum {string} */
                show_solutions: "with_answer" | "at_end" | "never";
                /** @default null */
                questions_per_attempt: number | null;
                /** @default [] */
                topic_scores: {
                    topic: string;
                    /** @example 0.8 */
                    pass_score: number;
                }[];
                flashcards: {
                    /**
                     * Format: uuid
                     * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
                     */
                    id: string;
                    front: string;
                    back: string;
                    media?: {
                        /** @enum {string} */
                        at: "front" | "back";
                        digest: string;
                        /** @enum {string} */
                        kind: "picture" | "sound" | "film";
                        /** @description What a picture shows, for those who don’t see it; the name of a sound or film. */
                        alt: string;
                        /**
                         * @description A picture that says nothing: screen readers skip it.
                         * @constant
                         */
                        decorative?: true;
                        /** @description The WebVTT file of a sound or film. */
                        captions?: string;
                    }[];
                    source?: {
                        quote: string;
                        name: string;
                        url: string | null;
                        /** @description That of the module (`source` of `modules.get`), or of what was added to it; any other is 400. */
                        suggestion_id: string | null;
                    };
                }[];
                quiz: ({
                    /** @constant */
                    kind: "single_choice";
                    /**
                     * Format: uuid
                     * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
                     */
                    id: string;
                    prompt: string;
                    explanation: string;
                    media?: {
                        /** @enum {string} */
                        at: "prompt" | "explanation" | "option";
                        option?: number;
                        digest: string;
                        /** @enum {string} */
                        kind: "picture" | "sound" | "film";
                        /** @description What a picture shows, for those who don’t see it; the name of a sound or film. */
                        alt: string;
                        /**
                         * @description A picture that says nothing: screen readers skip it.
                         * @constant
                         */
                        decorative?: true;
                        /** @description The WebVTT file of a sound or film. */
                        captions?: string;
                    }[];
                    source?: {
                        quote: string;
                        name: string;
                        url: string | null;
                        /** @description That of the module (`source` of `modules.get`), or of what was added to it; any other is 400. */
                        suggestion_id: string | null;
                    };
                    topic?: string;
                    options: string[];
                    correct: number;
                } | {
                    /** @constant */
                    kind: "multiple_choice";
                    /**
                     * Format: uuid
                     * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
                     */
                    id: string;
                    prompt: string;
                    explanation: string;
                    media?: {
                        /** @enum {string} */
                        at: "prompt" | "explanation" | "option";
                        option?: number;
                        digest: string;
                        /** @enum {string} */
                        kind: "picture" | "sound" | "film";
                        /** @description What a picture shows, for those who don’t see it; the name of a sound or film. */
                        alt: string;
                        /**
                         * @description A picture that says nothing: screen readers skip it.
                         * @constant
                         */
                        decorative?: true;
                        /** @description The WebVTT file of a sound or film. */
                        captions?: string;
                    }[];
                    source?: {
                        quote: string;
                        name: string;
                        url: string | null;
                        /** @description That of the module (`source` of `modules.get`), or of what was added to it; any other is 400. */
                        suggestion_id: string | null;
                    };
                    topic?: string;
                    options: string[];
                    correct: number[];
                    /** @constant */
                    partial_credit?: true;
                } | {
                    /** @constant */
                    kind: "short_text";
                    /**
                     * Format: uuid
                     * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
                     */
                    id: string;
                    prompt: string;
                    explanation: string;
                    media?: {
                        /** @enum {string} */
                        at: "prompt" | "explanation" | "option";
                        option?: number;
                        digest: string;
                        /** @enum {string} */
                        kind: "picture" | "sound" | "film";
                        /** @description What a picture shows, for those who don’t see it; the name of a sound or film. */
                        alt: string;
                        /**
                         * @description A picture that says nothing: screen readers skip it.
                         * @constant
                         */
                        decorative?: true;
                        /** @description The WebVTT file of a sound or film. */
                        captions?: string;
                    }[];
                    source?: {
                        quote: string;
                        name: string;
                        url: string | null;
                        /** @description That of the module (`source` of `modules.get`), or of what was added to it; any other is 400. */
                        suggestion_id: string | null;
                    };
                    topic?: string;
                    accepted: string[];
                    /** @constant */
                    ignore_accents?: true;
                    /** @constant */
                    allow_typo?: true;
                } | {
                    /** @constant */
                    kind: "spoken";
                    /**
                     * Format: uuid
                     * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
                     */
                    id: string;
                    prompt: string;
                    explanation: string;
                    media?: {
                        /** @enum {string} */
                        at: "prompt" | "explanation" | "option";
                        option?: number;
                        digest: string;
                        /** @enum {string} */
                        kind: "picture" | "sound" | "film";
                        /** @description What a picture shows, for those who don’t see it; the name of a sound or film. */
                        alt: string;
                        /**
                         * @description A picture that says nothing: screen readers skip it.
                         * @constant
                         */
                        decorative?: true;
                        /** @description The WebVTT file of a sound or film. */
                        captions?: string;
                    }[];
                    source?: {
                        quote: string;
                        name: string;
                        url: string | null;
                        /** @description That of the module (`source` of `modules.get`), or of what was added to it; any other is 400. */
                        suggestion_id: string | null;
                    };
                    topic?: string;
                    rubric: string[];
                } | {
                    /** @constant */
                    kind: "number";
                    /**
                     * Format: uuid
                     * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
                     */
                    id: string;
                    prompt: string;
                    explanation: string;
                    media?: {
                        /** @enum {string} */
                        at: "prompt" | "explanation" | "option";
                        option?: number;
                        digest: string;
                        /** @enum {string} */
                        kind: "picture" | "sound" | "film";
                        /** @description What a picture shows, for those who don’t see it; the name of a sound or film. */
                        alt: string;
                        /**
                         * @description A picture that says nothing: screen readers skip it.
                         * @constant
                         */
                        decorative?: true;
                        /** @description The WebVTT file of a sound or film. */
                        captions?: string;
                    }[];
                    source?: {
                        quote: string;
                        name: string;
                        url: string | null;
                        /** @description That of the module (`source` of `modules.get`), or of what was added to it; any other is 400. */
                        suggestion_id: string | null;
                    };
                    topic?: string;
                    value: number | null;
                    tolerance?: {
                        /** @enum {string} */
                        by: "amount" | "percent";
                        of: number;
                    };
                    units: string[];
                } | {
                    /** @constant */
                    kind: "ordering";
                    /**
                     * Format: uuid
                     * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
                     */
                    id: string;
                    prompt: string;
                    explanation: string;
                    media?: {
                        /** @enum {string} */
                        at: "prompt" | "explanation" | "option";
                        option?: number;
                        digest: string;
                        /** @enum {string} */
                        kind: "picture" | "sound" | "film";
                        /** @description What a picture shows, for those who don’t see it; the name of a sound or film. */
                        alt: string;
                        /**
                         * @description A picture that says nothing: screen readers skip it.
                         * @constant
                         */
                        decorative?: true;
                        /** @description The WebVTT file of a sound or film. */
                        captions?: string;
                    }[];
                    source?: {
                        quote: string;
                        name: string;
                        url: string | null;
                        /** @description That of the module (`source` of `modules.get`), or of what was added to it; any other is 400. */
                        suggestion_id: string | null;
                    };
                    topic?: string;
                    options: string[];
                } | {
                    /** @constant */
                    kind: "matching";
                    /**
                     * Format: uuid
                     * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
                     */
                    id: string;
                    prompt: string;
                    explanation: string;
                    media?: {
                        /** @enum {string} */
                        at: "prompt" | "explanation" | "option";
                        option?: number;
                        digest: string;
                        /** @enum {string} */
                        kind: "picture" | "sound" | "film";
                        /** @description What a picture shows, for those who don’t see it; the name of a sound or film. */
                        alt: string;
                        /**
                         * @description A picture that says nothing: screen readers skip it.
                         * @constant
                         */
                        decorative?: true;
                        /** @description The WebVTT file of a sound or film. */
                        captions?: string;
                    }[];
                    source?: {
                        quote: string;
                        name: string;
                        url: string | null;
                        /** @description That of the module (`source` of `modules.get`), or of what was added to it; any other is 400. */
                        suggestion_id: string | null;
                    };
                    topic?: string;
                    options: string[];
                    matches: string[];
                    /** @constant */
                    partial_credit?: true;
                } | {
                    /** @constant */
                    kind: "hotspot";
                    /**
                     * Format: uuid
                     * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
                     */
                    id: string;
                    prompt: string;
                    explanation: string;
                    media?: {
                        /** @enum {string} */
                        at: "prompt" | "explanation" | "option";
                        option?: number;
                        digest: string;
                        /** @enum {string} */
                        kind: "picture" | "sound" | "film";
                        /** @description What a picture shows, for those who don’t see it; the name of a sound or film. */
                        alt: string;
                        /**
                         * @description A picture that says nothing: screen readers skip it.
                         * @constant
                         */
                        decorative?: true;
                        /** @description The WebVTT file of a sound or film. */
                        captions?: string;
                    }[];
                    source?: {
                        quote: string;
                        name: string;
                        url: string | null;
                        /** @description That of the module (`source` of `modules.get`), or of what was added to it; any other is 400. */
                        suggestion_id: string | null;
                    };
                    topic?: string;
                    options: string[];
                    areas: {
                        /** @enum {string} */
                        shape: "rectangle" | "ellipse";
                        x: number;
                        y: number;
                        width: number;
                        height: number;
                    }[];
                    correct: number[];
                    /** @constant */
                    partial_credit?: true;
                })[];
                /** @description SHA-256 of each section. */
                content_hashes: {
                    flashcards: string;
                    quiz: string;
                };
            }[];
            /**
             * Format: uuid
             * @description Whose trainers will own the course.
             * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
             */
            department_id: string;
        };
        ImportedCourse: {
            /**
             * Format: uuid
             * @description The new course.
             * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
             */
            id: string;
            /** @description The drafts, in the order of the archive. */
            modules: {
                /**
                 * Format: uuid
                 * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
                 */
                id: string;
                cards: number;
                questions: number;
                /** @description Whether its content has the hashes that the archive names. */
                is_same: boolean;
            }[];
        };
        LearnerAnalytics: {
            /**
             * Format: uuid
             * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
             */
            user_id: string;
            /** @description null only with `email=any`. */
            email: string | null;
            full_name: string;
            department_id: string | null;
            department: string | null;
            is_active: boolean;
            /** @description Unfinished ones of an archived or unpublished module count nowhere until it is published again. */
            assigned: number;
            not_started: number;
            in_progress: number;
            completed: number;
            /** @description Those of `completed` that were not proved here, but entered as past training. */
            attested: number;
            /** @description With `from` or `to` only: completed outside the range, so that assigned is the sum of all four. */
            completed_outside?: number;
            /** @description Those of the unfinished whose due date has passed. */
            overdue: number;
            /** @description The mean progress of the assigned modules. */
            progress: number | null;
            average_score: number | null;
            last_activity_at: string | null;
            /** @description The earliest due date of the unfinished modules, past ones too. */
            next_due_at: string | null;
            /** @description One for each assigned module. */
            modules: {
                /**
                 * Format: uuid
                 * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
                 */
                module_id: string;
                /**
                 * @description `completed_outside` only with `from` or `to`: completed, outside the range.
                 * @enum {string}
                 */
                status: "not_started" | "in_progress" | "completed" | "completed_outside";
                progress: number | null;
                attempts: number;
                best_score: number | null;
                /**
                 * Format: date-time
                 * @example 2026-03-01T08:30:00.000Z
                 */
                assigned_at: string;
                due_at: string | null;
                started_at: string | null;
                completed_at: string | null;
                /** @description Whether the completion was not proved here, but entered as past training. */
                attested: boolean;
                /** @description When the newest certificate expires, also one of an earlier cycle; null where it counts for ever, or there is none. */
                expires_at: string | null;
                /** @description null where the module needs no recertification and no certificate of it expires. */
                certification: ("never_certified" | "current" | "due_soon" | "expired") | null;
            }[];
        };
        LearnerModuleCompletedEvent: {
            /** @constant */
            type: "learner.module_completed";
            /**
             * Format: date-time
             * @description When it happened; when it was sent stands in the header `webhook-timestamp`.
             * @example 2026-03-01T08:30:00.000Z
             */
            timestamp: string;
            /** @description The place of the event among all of the workspace, from 1 on. An endpoint sees those of its types, so there are gaps; what comes with a lower one than before is late or repeated. */
            sequence: number;
            /**
             * Format: uuid
             * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
             */
            workspace_id: string;
            /** @description A person has seen all cards of a module and passed its quiz. `by` graded the last answer. */
            data: {
                /**
                 * Format: uuid
                 * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
                 */
                user_id: string;
                /** @description null for people without one, in workspaces that allow them. */
                email: string | null;
                full_name: string;
                /** @description Of the person. */
                department_id: string | null;
                /**
                 * Format: uuid
                 * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
                 */
                module_id: string;
                /**
                 * Format: uuid
                 * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
                 */
                course_id: string;
                title: string;
                /** @description Which time it is that the person studies the module. */
                cycle: number;
                revision: number;
                /** @description Of the attempt that passed. */
                score: number | null;
                /**
                 * Format: date-time
                 * @example 2026-03-01T08:30:00.000Z
                 */
                completed_at: string;
                /** @description null: the completion counts for ever. */
                expires_at: string | null;
                /** @description Who did it. */
                by: components["schemas"]["EventActor"];
            };
        };
        LearnerPathCompletedEvent: {
            /** @constant */
            type: "learner.path_completed";
            /**
             * Format: date-time
             * @description When it happened; when it was sent stands in the header `webhook-timestamp`.
             * @example 2026-03-01T08:30:00.000Z
             */
            timestamp: string;
            /** @description The place of the event among all of the workspace, from 1 on. An endpoint sees those of its types, so there are gaps; what comes with a lower one than before is late or repeated. */
            sequence: number;
            /**
             * Format: uuid
             * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
             */
            workspace_id: string;
            /** @description A person has done all modules of a path; again after a renewal or an added module. */
            data: {
                /**
                 * Format: uuid
                 * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
                 */
                user_id: string;
                /** @description null for people without one, in workspaces that allow them. */
                email: string | null;
                full_name: string;
                /**
                 * Format: uuid
                 * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
                 */
                path_id: string;
                /** @description The path’s. */
                title: string;
                /**
                 * Format: uuid
                 * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
                 */
                path_completion_id: string;
                /**
                 * Format: date-time
                 * @example 2026-03-01T08:30:00.000Z
                 */
                completed_at: string;
                /** @description When the first of its modules’ certificates expires. */
                expires_at: string | null;
                /** @description Who did it. */
                by: components["schemas"]["EventActor"];
            };
        };
        Module: {
            /**
             * Format: uuid
             * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
             */
            id: string;
            title: string;
            status: components["schemas"]["ModuleStatus"];
            /** @description Position in the course, from zero. */
            order: number;
            /** @description Codes of languages (BCP 47): first the one that it is written in, then those that learners can choose. */
            languages: string[];
        };
        ModuleAnalytics: {
            /**
             * Format: uuid
             * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
             */
            module_id: string;
            title: string;
            /**
             * Format: uuid
             * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
             */
            course_id: string;
            /** @description The department of the course. */
            department_id: string | null;
            /** @description Unfinished ones of an archived or unpublished module count nowhere until it is published again. */
            assigned: number;
            not_started: number;
            in_progress: number;
            completed: number;
            /** @description Those of `completed` that were not proved here, but entered as past training. */
            attested: number;
            /** @description With `from` or `to` only: completed outside the range, so that assigned is the sum of all four. */
            completed_outside?: number;
            /** @description Those of the unfinished whose due date has passed. */
            overdue: number;
            /** @description completed ÷ assigned. */
            completion_rate: number | null;
            /** @description Of those who tried the quiz, the share that has passed it; null while nobody has. */
            pass_rate: number | null;
            /** @description The mean of the best scores of those who tried the quiz. */
            average_score: number | null;
            /** @description From assignment to completion. */
            median_days_to_complete: number | null;
            last_completed_at: string | null;
        };
        ModuleArchivedEvent: {
            /** @constant */
            type: "module.archived";
            /**
             * Format: date-time
             * @description When it happened; when it was sent stands in the header `webhook-timestamp`.
             * @example 2026-03-01T08:30:00.000Z
             */
            timestamp: string;
            /** @description The place of the event among all of the workspace, from 1 on. An endpoint sees those of its types, so there are gaps; what comes with a lower one than before is late or repeated. */
            sequence: number;
            /**
             * Format: uuid
             * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
             */
            workspace_id: string;
            /** @description A module was archived. */
            data: {
                /**
                 * Format: uuid
                 * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
                 */
                module_id: string;
                /**
                 * Format: uuid
                 * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
                 */
                course_id: string;
                title: string;
                /** @description The public one: `published` while a working copy is under review. */
                status: components["schemas"]["ModuleStatus"];
                /** @description Where its working copy stands; null where there is none. */
                workflow: ("draft" | "in_review" | "changes_requested" | "rejected") | null;
                /** @description How often the module has been submitted by then. */
                round: number;
                /** @description Who did it. */
                by: components["schemas"]["EventActor"];
                /** @description Why, in the words of whoever did it. */
                reason: string;
                /** @description Only where this changed whether learners see the course: before, and after. */
                course_published?: [
                    boolean,
                    boolean
                ];
            };
        };
        ModuleColumns: {
            /**
             * Format: uuid
             * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
             */
            module_id: string;
            title?: string;
            /**
             * Format: uuid
             * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
             */
            course_id?: string;
            /** @description The department of the course. */
            department_id?: string | null;
            /** @description Unfinished ones of an archived or unpublished module count nowhere until it is published again. */
            assigned?: number;
            not_started?: number;
            in_progress?: number;
            completed?: number;
            /** @description Those of `completed` that were not proved here, but entered as past training. */
            attested?: number;
            /** @description With `from` or `to` only: completed outside the range, so that assigned is the sum of all four. */
            completed_outside?: number;
            /** @description Those of the unfinished whose due date has passed. */
            overdue?: number;
            /** @description completed ÷ assigned. */
            completion_rate?: number | null;
            /** @description Of those who tried the quiz, the share that has passed it; null while nobody has. */
            pass_rate?: number | null;
            /** @description The mean of the best scores of those who tried the quiz. */
            average_score?: number | null;
            /** @description From assignment to completion. */
            median_days_to_complete?: number | null;
            last_completed_at?: string | null;
        };
        ModulePublishedEvent: {
            /** @constant */
            type: "module.published";
            /**
             * Format: date-time
             * @description When it happened; when it was sent stands in the header `webhook-timestamp`.
             * @example 2026-03-01T08:30:00.000Z
             */
            timestamp: string;
            /** @description The place of the event among all of the workspace, from 1 on. An endpoint sees those of its types, so there are gaps; what comes with a lower one than before is late or repeated. */
            sequence: number;
            /**
             * Format: uuid
             * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
             */
            workspace_id: string;
            /** @description Both sections were approved: learners see this content from now on. */
            data: {
                /**
                 * Format: uuid
                 * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
                 */
                module_id: string;
                /**
                 * Format: uuid
                 * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
                 */
                course_id: string;
                title: string;
                /** @description The public one: `published` while a working copy is under review. */
                status: components["schemas"]["ModuleStatus"];
                /** @description Where its working copy stands; null where there is none. */
                workflow: ("draft" | "in_review" | "changes_requested" | "rejected") | null;
                /** @description How often the module has been submitted by then. */
                round: number;
                /** @description Who did it. */
                by: components["schemas"]["EventActor"];
                revision: number;
                flashcards_hash: string;
                quiz_hash: string;
                /** @description Only where this changed whether learners see the course: before, and after. */
                course_published?: [
                    boolean,
                    boolean
                ];
            };
        };
        ModuleRejectedEvent: {
            /** @constant */
            type: "module.rejected";
            /**
             * Format: date-time
             * @description When it happened; when it was sent stands in the header `webhook-timestamp`.
             * @example 2026-03-01T08:30:00.000Z
             */
            timestamp: string;
            /** @description The place of the event among all of the workspace, from 1 on. An endpoint sees those of its types, so there are gaps; what comes with a lower one than before is late or repeated. */
            sequence: number;
            /**
             * Format: uuid
             * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
             */
            workspace_id: string;
            /** @description A reviewer turned the whole submission down. */
            data: {
                /**
                 * Format: uuid
                 * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
                 */
                module_id: string;
                /**
                 * Format: uuid
                 * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
                 */
                course_id: string;
                title: string;
                /** @description The public one: `published` while a working copy is under review. */
                status: components["schemas"]["ModuleStatus"];
                /** @description Where its working copy stands; null where there is none. */
                workflow: ("draft" | "in_review" | "changes_requested" | "rejected") | null;
                /** @description How often the module has been submitted by then. */
                round: number;
                /** @description Who did it. */
                by: components["schemas"]["EventActor"];
                /** @description Why, in the words of whoever did it. */
                reason: string;
            };
        };
        ModuleRestoredEvent: {
            /** @constant */
            type: "module.restored";
            /**
             * Format: date-time
             * @description When it happened; when it was sent stands in the header `webhook-timestamp`.
             * @example 2026-03-01T08:30:00.000Z
             */
            timestamp: string;
            /** @description The place of the event among all of the workspace, from 1 on. An endpoint sees those of its types, so there are gaps; what comes with a lower one than before is late or repeated. */
            sequence: number;
            /**
             * Format: uuid
             * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
             */
            workspace_id: string;
            /** @description An archived module came back to where it stood. */
            data: {
                /**
                 * Format: uuid
                 * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
                 */
                module_id: string;
                /**
                 * Format: uuid
                 * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
                 */
                course_id: string;
                title: string;
                /** @description The public one: `published` while a working copy is under review. */
                status: components["schemas"]["ModuleStatus"];
                /** @description Where its working copy stands; null where there is none. */
                workflow: ("draft" | "in_review" | "changes_requested" | "rejected") | null;
                /** @description How often the module has been submitted by then. */
                round: number;
                /** @description Who did it. */
                by: components["schemas"]["EventActor"];
                /** @description Why, in the words of whoever did it. */
                reason: string;
                /** @description Only where this changed whether learners see the course: before, and after. */
                course_published?: [
                    boolean,
                    boolean
                ];
            };
        };
        ModuleSectionApprovedEvent: {
            /** @constant */
            type: "module.section_approved";
            /**
             * Format: date-time
             * @description When it happened; when it was sent stands in the header `webhook-timestamp`.
             * @example 2026-03-01T08:30:00.000Z
             */
            timestamp: string;
            /** @description The place of the event among all of the workspace, from 1 on. An endpoint sees those of its types, so there are gaps; what comes with a lower one than before is late or repeated. */
            sequence: number;
            /**
             * Format: uuid
             * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
             */
            workspace_id: string;
            /** @description A reviewer approved one section. */
            data: {
                /**
                 * Format: uuid
                 * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
                 */
                module_id: string;
                /**
                 * Format: uuid
                 * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
                 */
                course_id: string;
                title: string;
                /** @description The public one: `published` while a working copy is under review. */
                status: components["schemas"]["ModuleStatus"];
                /** @description Where its working copy stands; null where there is none. */
                workflow: ("draft" | "in_review" | "changes_requested" | "rejected") | null;
                /** @description How often the module has been submitted by then. */
                round: number;
                /** @description Who did it. */
                by: components["schemas"]["EventActor"];
                /** @enum {string} */
                section: "flashcards" | "quiz";
                /** @description SHA-256 of the content that was decided on. */
                content_hash: string;
            };
        };
        ModuleSectionQueriedEvent: {
            /** @constant */
            type: "module.section_queried";
            /**
             * Format: date-time
             * @description When it happened; when it was sent stands in the header `webhook-timestamp`.
             * @example 2026-03-01T08:30:00.000Z
             */
            timestamp: string;
            /** @description The place of the event among all of the workspace, from 1 on. An endpoint sees those of its types, so there are gaps; what comes with a lower one than before is late or repeated. */
            sequence: number;
            /**
             * Format: uuid
             * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
             */
            workspace_id: string;
            /** @description A reviewer sent one section back to its authors. */
            data: {
                /**
                 * Format: uuid
                 * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
                 */
                module_id: string;
                /**
                 * Format: uuid
                 * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
                 */
                course_id: string;
                title: string;
                /** @description The public one: `published` while a working copy is under review. */
                status: components["schemas"]["ModuleStatus"];
                /** @description Where its working copy stands; null where there is none. */
                workflow: ("draft" | "in_review" | "changes_requested" | "rejected") | null;
                /** @description How often the module has been submitted by then. */
                round: number;
                /** @description Who did it. */
                by: components["schemas"]["EventActor"];
                /** @enum {string} */
                section: "flashcards" | "quiz";
                /** @description SHA-256 of the content that was decided on. */
                content_hash: string;
                /** @description Why, in the words of whoever did it. */
                reason: string;
                /**
                 * Format: uuid
                 * @description The card or question that it is about.
                 * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
                 */
                item_id?: string;
            };
        };
        /** @enum {string} */
        ModuleStatus: "draft" | "in_review" | "changes_requested" | "published" | "rejected" | "archived";
        ModuleSubmittedEvent: {
            /** @constant */
            type: "module.submitted";
            /**
             * Format: date-time
             * @description When it happened; when it was sent stands in the header `webhook-timestamp`.
             * @example 2026-03-01T08:30:00.000Z
             */
            timestamp: string;
            /** @description The place of the event among all of the workspace, from 1 on. An endpoint sees those of its types, so there are gaps; what comes with a lower one than before is late or repeated. */
            sequence: number;
            /**
             * Format: uuid
             * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
             */
            workspace_id: string;
            /** @description A module was submitted for review, or once more after a query: `round` says which time it was. */
            data: {
                /**
                 * Format: uuid
                 * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
                 */
                module_id: string;
                /**
                 * Format: uuid
                 * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
                 */
                course_id: string;
                title: string;
                /** @description The public one: `published` while a working copy is under review. */
                status: components["schemas"]["ModuleStatus"];
                /** @description Where its working copy stands; null where there is none. */
                workflow: ("draft" | "in_review" | "changes_requested" | "rejected") | null;
                /** @description How often the module has been submitted by then. */
                round: number;
                /** @description Who did it. */
                by: components["schemas"]["EventActor"];
                /** @description Which sections had been sent back, where some had been. */
                queried?: ("flashcards" | "quiz")[];
            };
        };
        ModuleUnpublishedEvent: {
            /** @constant */
            type: "module.unpublished";
            /**
             * Format: date-time
             * @description When it happened; when it was sent stands in the header `webhook-timestamp`.
             * @example 2026-03-01T08:30:00.000Z
             */
            timestamp: string;
            /** @description The place of the event among all of the workspace, from 1 on. An endpoint sees those of its types, so there are gaps; what comes with a lower one than before is late or repeated. */
            sequence: number;
            /**
             * Format: uuid
             * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
             */
            workspace_id: string;
            /** @description A published module was hidden from learners. */
            data: {
                /**
                 * Format: uuid
                 * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
                 */
                module_id: string;
                /**
                 * Format: uuid
                 * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
                 */
                course_id: string;
                title: string;
                /** @description The public one: `published` while a working copy is under review. */
                status: components["schemas"]["ModuleStatus"];
                /** @description Where its working copy stands; null where there is none. */
                workflow: ("draft" | "in_review" | "changes_requested" | "rejected") | null;
                /** @description How often the module has been submitted by then. */
                round: number;
                /** @description Who did it. */
                by: components["schemas"]["EventActor"];
                /** @description Why, in the words of whoever did it. */
                reason: string;
                /** @description Only where this changed whether learners see the course: before, and after. */
                course_published?: [
                    boolean,
                    boolean
                ];
            };
        };
        ModuleWithdrawnEvent: {
            /** @constant */
            type: "module.withdrawn";
            /**
             * Format: date-time
             * @description When it happened; when it was sent stands in the header `webhook-timestamp`.
             * @example 2026-03-01T08:30:00.000Z
             */
            timestamp: string;
            /** @description The place of the event among all of the workspace, from 1 on. An endpoint sees those of its types, so there are gaps; what comes with a lower one than before is late or repeated. */
            sequence: number;
            /**
             * Format: uuid
             * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
             */
            workspace_id: string;
            /** @description A submission was taken back before it was decided. */
            data: {
                /**
                 * Format: uuid
                 * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
                 */
                module_id: string;
                /**
                 * Format: uuid
                 * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
                 */
                course_id: string;
                title: string;
                /** @description The public one: `published` while a working copy is under review. */
                status: components["schemas"]["ModuleStatus"];
                /** @description Where its working copy stands; null where there is none. */
                workflow: ("draft" | "in_review" | "changes_requested" | "rejected") | null;
                /** @description How often the module has been submitted by then. */
                round: number;
                /** @description Who did it. */
                by: components["schemas"]["EventActor"];
                /** @description Why, in the words of whoever did it. */
                reason?: string;
            };
        };
        NamedManager: {
            /**
             * Format: email
             * @example ana.souza@example.com
             */
            email?: string;
            /** @example 004711 */
            external_id?: string;
        };
        PastCompletion: {
            /**
             * Format: email
             * @description The person; or `external_id` names them. Of both, each has to be theirs.
             * @example ana.souza@example.com
             */
            email?: string;
            /**
             * @description The person’s number.
             * @example 004711
             */
            external_id?: string;
            /** @description The id of a published module, or its whole title in any case. */
            module: string;
            /**
             * Format: date
             * @description The day in the workspace’s time zone, from 1950 to today.
             */
            completed_on: string;
            /** @description Where the training took place, or the system that has its record. */
            source: string;
            /** @description Such as the number of a certificate. */
            reference?: string;
            /** @description 0 to 1; shown, and never counted. */
            score?: number;
            /**
             * Format: uuid
             * @description A document uploaded before, for this entry alone.
             * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
             */
            file_id?: string;
        };
        Path: {
            /**
             * Format: uuid
             * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
             */
            id: string;
            title: string;
            description: string;
            department: {
                /**
                 * Format: uuid
                 * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
                 */
                id: string;
                name: string;
            } | null;
            version: number;
            /**
             * Format: date-time
             * @example 2026-03-01T08:30:00.000Z
             */
            created_at: string;
            created_by_name: string;
            /**
             * Format: date-time
             * @example 2026-03-01T08:30:00.000Z
             */
            updated_at: string;
            archived_at: string | null;
            archived_by_name: string | null;
            /** @description Whether who asks may change the path: trainers those of their own department. */
            may_change: boolean;
            steps: {
                /**
                 * Format: uuid
                 * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
                 */
                module_id: string;
                title: string;
                course: string;
                /** @description A module that isn’t published is owed by no one, and keeps no other closed. */
                status: components["schemas"]["ModuleStatus"];
                requires: string[];
            }[];
            /** @description Assignments that have not ended. */
            assignments: number;
        };
        PathAssignedEvent: {
            /** @constant */
            type: "path.assigned";
            /**
             * Format: date-time
             * @description When it happened; when it was sent stands in the header `webhook-timestamp`.
             * @example 2026-03-01T08:30:00.000Z
             */
            timestamp: string;
            /** @description The place of the event among all of the workspace, from 1 on. An endpoint sees those of its types, so there are gaps; what comes with a lower one than before is late or repeated. */
            sequence: number;
            /**
             * Format: uuid
             * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
             */
            workspace_id: string;
            /** @description A path was assigned to a person, a department or a role, and everyone who joins later. */
            data: {
                /**
                 * Format: uuid
                 * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
                 */
                path_id: string;
                /** @description The path’s. */
                title: string;
                /**
                 * Format: uuid
                 * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
                 */
                assignment_id: string;
                to: {
                    /** @constant */
                    kind: "user";
                    /**
                     * Format: uuid
                     * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
                     */
                    user_id: string;
                } | {
                    /** @constant */
                    kind: "department";
                    /**
                     * Format: uuid
                     * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
                     */
                    department_id: string;
                } | {
                    /** @constant */
                    kind: "role";
                    /** @enum {string} */
                    role: "learner" | "trainer" | "content_manager" | "super_admin";
                };
                due_on: string | null;
                /** @description Days after which it is due, for each person. */
                due_days: number | null;
                /** @description Who did it. */
                by: components["schemas"]["EventActor"];
            };
        };
        PathAssignment: {
            to: {
                /** @constant */
                kind: "user";
                /**
                 * Format: uuid
                 * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
                 */
                user_id: string;
                name: string;
            } | {
                /** @constant */
                kind: "department";
                /**
                 * Format: uuid
                 * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
                 */
                department_id: string;
                name: string;
            } | {
                /** @constant */
                kind: "role";
                /** @enum {string} */
                role: "learner" | "trainer" | "content_manager" | "super_admin";
            };
            due_on: string | null;
            due_days: number | null;
            again: boolean;
            window_days: number;
            version: number;
            /**
             * Format: date-time
             * @example 2026-03-01T08:30:00.000Z
             */
            created_at: string;
            created_by_name: string;
            /** @description Whether who asks may change, end or waive: trainers within their department only. */
            may_change: boolean;
            /**
             * Format: uuid
             * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
             */
            id: string;
            applying: boolean;
            counts: components["schemas"]["PathCounts"];
        };
        PathAssignmentPreview: {
            /** @description How many trainings have each outcome: a person and a module count once. */
            counts: {
                [key: string]: number;
            };
            /** @description The load of each week in which something becomes due. */
            weeks: {
                /**
                 * Format: date
                 * @description The Monday.
                 */
                from: string;
                /** @description How many become due by this. */
                due: number;
                /** @description How many other modules the same people owe by then, in that week. */
                already: number;
            }[];
            trainings: {
                /**
                 * Format: uuid
                 * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
                 */
                user_id: string;
                full_name: string;
                department: string | null;
                /**
                 * Format: uuid
                 * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
                 */
                module_id: string;
                module: string;
                /**
                 * @description `new` and `renewed` open a cycle, `joined` covers one that is open already, `kept` stays as it is; `completed` and `waived` have nothing to do; `inactive` gets it, and `paused` goes on with it, once reactivated; `lost` has what is unfinished taken back; `released` is covered no more, and nothing is taken back.
                 * @enum {string}
                 */
                outcome: "new" | "joined" | "renewed" | "kept" | "completed" | "waived" | "inactive" | "paused" | "lost" | "released";
                due_on: string | null;
                /** @description Why: each audience that the person is in. */
                through: ({
                    /** @constant */
                    kind: "user";
                    /**
                     * Format: uuid
                     * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
                     */
                    user_id: string;
                } | {
                    /** @constant */
                    kind: "department";
                    /**
                     * Format: uuid
                     * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
                     */
                    department_id: string;
                } | {
                    /** @constant */
                    kind: "role";
                    /** @enum {string} */
                    role: "learner" | "trainer" | "content_manager" | "super_admin";
                })[];
            }[];
            /** @description How many trainings are listed, on all pages. */
            total: number;
        };
        /** @description Of active people whom the caller may see. The first is the sum of the next four; `overdue` are among these. */
        PathCounts: {
            people: number;
            not_started: number;
            in_progress: number;
            completed: number;
            excused: number;
            overdue: number;
        };
        PersonShift: {
            /**
             * @example 2026-01-01
             * @example 2026-01-01T00:00:00Z
             */
            starts_at: string;
            /**
             * @description A minute to 24 hours later.
             * @example 2026-01-01
             * @example 2026-01-01T00:00:00Z
             */
            ends_at: string;
            /**
             * Format: email
             * @description The person; or `external_id` names them. Of both, each has to be theirs.
             * @example ana.souza@example.com
             */
            email?: string;
            /**
             * @description The person’s number.
             * @example 004711
             */
            external_id?: string;
        };
        PreviewChangedPathAssignment: {
            /** @description What was looked at; another one is refused. */
            version: number;
            to: {
                /** @constant */
                kind: "user";
                /**
                 * Format: uuid
                 * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
                 */
                user_id: string;
            } | {
                /** @constant */
                kind: "department";
                /**
                 * Format: uuid
                 * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
                 */
                department_id: string;
            } | {
                /** @constant */
                kind: "role";
                /** @enum {string} */
                role: "learner" | "trainer" | "content_manager" | "super_admin";
            };
            /**
             * @description The last day, in the workspace’s time zone; today or later, at most ten years ahead.
             * @default null
             */
            due_on: string | null;
            /**
             * @description In place of `due_on`: so many days after each person is assigned.
             * @default null
             */
            due_days: number | null;
            /**
             * @description Time before a certificate expires at which the next cycle opens.
             * @default 30
             */
            window_days: number;
            /**
             * @description Lists only these trainings.
             * @enum {string}
             */
            outcome?: "new" | "joined" | "renewed" | "kept" | "completed" | "waived" | "inactive" | "paused" | "lost" | "released";
            /**
             * @description How many at most.
             * @default 25
             */
            limit: number;
            /**
             * @description How many to skip.
             * @default 0
             */
            offset: number;
        };
        PreviewEndedPathAssignment: {
            /**
             * @description Lists only these trainings.
             * @enum {string}
             */
            outcome?: "new" | "joined" | "renewed" | "kept" | "completed" | "waived" | "inactive" | "paused" | "lost" | "released";
            /**
             * @description How many at most.
             * @default 25
             */
            limit: number;
            /**
             * @description How many to skip.
             * @default 0
             */
            offset: number;
        };
        PreviewPath: {
            version: number;
            steps: {
                /**
                 * Format: uuid
                 * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
                 */
                module_id: string;
                /**
                 * @description The modules, earlier in the path, that have to be done before this one opens.
                 * @default []
                 */
                requires: string[];
            }[];
            /**
             * @description Lists only these trainings.
             * @enum {string}
             */
            outcome?: "new" | "joined" | "renewed" | "kept" | "completed" | "waived" | "inactive" | "paused" | "lost" | "released";
            /**
             * @description How many at most.
             * @default 25
             */
            limit: number;
            /**
             * @description How many to skip.
             * @default 0
             */
            offset: number;
        };
        PreviewPathAssignment: {
            to: {
                /** @constant */
                kind: "user";
                /**
                 * Format: uuid
                 * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
                 */
                user_id: string;
            } | {
                /** @constant */
                kind: "department";
                /**
                 * Format: uuid
                 * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
                 */
                department_id: string;
            } | {
                /** @constant */
                kind: "role";
                /** @enum {string} */
                role: "learner" | "trainer" | "content_manager" | "super_admin";
            };
            /**
             * @description The last day, in the workspace’s time zone; today or later, at most ten years ahead.
             * @default null
             */
            due_on: string | null;
            /**
             * @description In place of `due_on`: so many days after each person is assigned.
             * @default null
             */
            due_days: number | null;
            /**
             * @description Time before a certificate expires at which the next cycle opens.
             * @default 30
             */
            window_days: number;
            /**
             * @description Also for who holds a completion that counts: they do it again.
             * @default false
             */
            again: boolean;
            /**
             * @description Lists only these trainings.
             * @enum {string}
             */
            outcome?: "new" | "joined" | "renewed" | "kept" | "completed" | "waived" | "inactive" | "paused" | "lost" | "released";
            /**
             * @description How many at most.
             * @default 25
             */
            limit: number;
            /**
             * @description How many to skip.
             * @default 0
             */
            offset: number;
        };
        Problem: {
            /** @description A link to what the code means. */
            type: string;
            /** @description What kind of thing went wrong; the same for every error of this code. */
            title: string;
            status: number;
            /** @description What went wrong this time, and what to do. */
            detail: string;
            /** @description The path of the request. */
            instance: string;
            /** @description Stable and meant for programs. */
            code: string;
            /** @description Name it when you ask for help: the server’s log has it too. */
            request_id: string;
            /** @description On 400: each thing that is wrong. */
            errors?: components["schemas"]["FieldError"][];
        };
        ProviderKeyFailingEvent: {
            /** @constant */
            type: "provider_key.failing";
            /**
             * Format: date-time
             * @description When it happened; when it was sent stands in the header `webhook-timestamp`.
             * @example 2026-03-01T08:30:00.000Z
             */
            timestamp: string;
            /** @description The place of the event among all of the workspace, from 1 on. An endpoint sees those of its types, so there are gaps; what comes with a lower one than before is late or repeated. */
            sequence: number;
            /**
             * Format: uuid
             * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
             */
            workspace_id: string;
            /** @description An own AI provider key does not work any more; what needs it waits for another. */
            data: {
                /**
                 * Format: uuid
                 * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
                 */
                provider_key_id: string;
                /** @enum {string} */
                capability: "generation" | "transcription";
                /** @enum {string} */
                provider: "anthropic" | "openai" | "google" | "azure_openai" | "openai_compatible" | "deepgram";
                /** @description What a call found out. */
                outcome: ("live" | "rate_limited" | "invalid_key" | "no_model_access" | "quota_exhausted" | "unreachable") | "undecryptable";
                /** @description Who did it. */
                by: components["schemas"]["EventActor"];
            };
        };
        ReplaceShifts: {
            /**
             * @description Shifts that begin from here on are replaced …
             * @example 2026-01-01
             * @example 2026-01-01T00:00:00Z
             */
            from: string;
            /**
             * @description … if they begin before this: up to 31 days later.
             * @example 2026-01-01
             * @example 2026-01-01T00:00:00Z
             */
            to: string;
            /** @description All that begin in that time; with none, there are none anymore. */
            shifts: components["schemas"]["PersonShift"][];
        };
        ReplacedShifts: {
            /** @description One for each shift, in the order sent. */
            results: (components["schemas"]["ShiftStored"] | components["schemas"]["ShiftRefused"])[];
            counts: {
                added: number;
                updated: number;
                unchanged: number;
                /** @description Shifts that began in that time, and weren’t sent. */
                removed: number;
                refused: number;
            };
        };
        /**
         * @description What a person may do in the workspace.
         * @enum {string}
         */
        Role: "learner" | "trainer" | "content_manager" | "auditor" | "super_admin";
        /**
         * @description What an API token may do.
         * @enum {string}
         */
        Scope: "catalog:read" | "analytics:read" | "users:read" | "users:write" | "completions:attest" | "shifts:write" | "paths:read" | "paths:write" | "intake:create" | "content:export" | "content:import" | "scim";
        ShiftRefused: {
            /** @description Which of the shifts sent, from 0. */
            index: number;
            status: number;
            problem: components["schemas"]["Problem"];
        };
        ShiftStored: {
            /** @description Which of the shifts sent, from 0. */
            index: number;
            /** @description 201 where it was added. */
            status: 200 | 201;
            /**
             * @description `updated`: with another end.
             * @enum {string}
             */
            result: "added" | "updated" | "unchanged";
        };
        Suggestion: {
            /**
             * Format: uuid
             * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
             */
            id: string;
            /**
             * @description `pending` for a new one; `superseded` once a newer text of the same `source_url` came.
             * @enum {string}
             */
            status: "pending" | "accepted" | "dismissed" | "superseded";
            title: string;
            source_name: string;
            source_url: string | null;
            department_id: string | null;
            /**
             * Format: date-time
             * @example 2026-03-01T08:30:00.000Z
             */
            created_at: string;
            /** @description An earlier suggestion from another source with the same text, or with a near duplicate: at least nine tenths of the 5-grams of words of each are also in the other. Case, punctuation and white space make no difference. */
            duplicate_of: string | null;
        };
        SuggestionAcceptedEvent: {
            /** @constant */
            type: "suggestion.accepted";
            /**
             * Format: date-time
             * @description When it happened; when it was sent stands in the header `webhook-timestamp`.
             * @example 2026-03-01T08:30:00.000Z
             */
            timestamp: string;
            /** @description The place of the event among all of the workspace, from 1 on. An endpoint sees those of its types, so there are gaps; what comes with a lower one than before is late or repeated. */
            sequence: number;
            /**
             * Format: uuid
             * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
             */
            workspace_id: string;
            /** @description A suggestion became a draft module. */
            data: {
                /**
                 * Format: uuid
                 * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
                 */
                suggestion_id: string;
                title: string;
                /** @description The system that it came from. */
                source_name: string;
                /** @description Where it stands in that system. */
                source_url: string | null;
                /** @description Whose queue it is in; null for everybody’s. */
                department_id: string | null;
                /** @description Who did it. */
                by: components["schemas"]["EventActor"];
                /**
                 * Format: uuid
                 * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
                 */
                module_id: string;
                /**
                 * Format: uuid
                 * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
                 */
                course_id: string;
            };
        };
        SuggestionCreatedEvent: {
            /** @constant */
            type: "suggestion.created";
            /**
             * Format: date-time
             * @description When it happened; when it was sent stands in the header `webhook-timestamp`.
             * @example 2026-03-01T08:30:00.000Z
             */
            timestamp: string;
            /** @description The place of the event among all of the workspace, from 1 on. An endpoint sees those of its types, so there are gaps; what comes with a lower one than before is late or repeated. */
            sequence: number;
            /**
             * Format: uuid
             * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
             */
            workspace_id: string;
            /** @description Content was pushed into the Recommended queue; or again, after a newer text of its page had superseded it. */
            data: {
                /**
                 * Format: uuid
                 * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
                 */
                suggestion_id: string;
                title: string;
                /** @description The system that it came from. */
                source_name: string;
                /** @description Where it stands in that system. */
                source_url: string | null;
                /** @description Whose queue it is in; null for everybody’s. */
                department_id: string | null;
                /** @description Who did it. */
                by: components["schemas"]["EventActor"];
            };
        };
        SuggestionDismissedEvent: {
            /** @constant */
            type: "suggestion.dismissed";
            /**
             * Format: date-time
             * @description When it happened; when it was sent stands in the header `webhook-timestamp`.
             * @example 2026-03-01T08:30:00.000Z
             */
            timestamp: string;
            /** @description The place of the event among all of the workspace, from 1 on. An endpoint sees those of its types, so there are gaps; what comes with a lower one than before is late or repeated. */
            sequence: number;
            /**
             * Format: uuid
             * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
             */
            workspace_id: string;
            /** @description A suggestion was turned down. */
            data: {
                /**
                 * Format: uuid
                 * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
                 */
                suggestion_id: string;
                title: string;
                /** @description The system that it came from. */
                source_name: string;
                /** @description Where it stands in that system. */
                source_url: string | null;
                /** @description Whose queue it is in; null for everybody’s. */
                department_id: string | null;
                /** @description Who did it. */
                by: components["schemas"]["EventActor"];
                /** @description Why, in the words of whoever did it. */
                reason: string;
            };
        };
        SuggestionSupersededEvent: {
            /** @constant */
            type: "suggestion.superseded";
            /**
             * Format: date-time
             * @description When it happened; when it was sent stands in the header `webhook-timestamp`.
             * @example 2026-03-01T08:30:00.000Z
             */
            timestamp: string;
            /** @description The place of the event among all of the workspace, from 1 on. An endpoint sees those of its types, so there are gaps; what comes with a lower one than before is late or repeated. */
            sequence: number;
            /**
             * Format: uuid
             * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
             */
            workspace_id: string;
            /** @description A newer text of the same page took the place of a waiting suggestion. */
            data: {
                /**
                 * Format: uuid
                 * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
                 */
                suggestion_id: string;
                title: string;
                /** @description The system that it came from. */
                source_name: string;
                /** @description Where it stands in that system. */
                source_url: string | null;
                /** @description Whose queue it is in; null for everybody’s. */
                department_id: string | null;
                /** @description Who did it. */
                by: components["schemas"]["EventActor"];
                /**
                 * Format: uuid
                 * @description The suggestion with the newer text.
                 * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
                 */
                superseded_by: string;
            };
        };
        TokenCreatedEvent: {
            /** @constant */
            type: "token.created";
            /**
             * Format: date-time
             * @description When it happened; when it was sent stands in the header `webhook-timestamp`.
             * @example 2026-03-01T08:30:00.000Z
             */
            timestamp: string;
            /** @description The place of the event among all of the workspace, from 1 on. An endpoint sees those of its types, so there are gaps; what comes with a lower one than before is late or repeated. */
            sequence: number;
            /**
             * Format: uuid
             * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
             */
            workspace_id: string;
            /** @description An API token was issued. */
            data: {
                /**
                 * Format: uuid
                 * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
                 */
                token_id: string;
                name: string;
                /** @description Who did it. */
                by: components["schemas"]["EventActor"];
                scopes: components["schemas"]["Scope"][];
            };
        };
        TokenRevokedEvent: {
            /** @constant */
            type: "token.revoked";
            /**
             * Format: date-time
             * @description When it happened; when it was sent stands in the header `webhook-timestamp`.
             * @example 2026-03-01T08:30:00.000Z
             */
            timestamp: string;
            /** @description The place of the event among all of the workspace, from 1 on. An endpoint sees those of its types, so there are gaps; what comes with a lower one than before is late or repeated. */
            sequence: number;
            /**
             * Format: uuid
             * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
             */
            workspace_id: string;
            /** @description An API token was revoked for good. */
            data: {
                /**
                 * Format: uuid
                 * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
                 */
                token_id: string;
                name: string;
                /** @description Who did it. */
                by: components["schemas"]["EventActor"];
            };
        };
        UpdatePath: {
            /** @description What was looked at; another one is refused. */
            version: number;
            title: string;
            /** @default  */
            description: string;
            steps: {
                /**
                 * Format: uuid
                 * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
                 */
                module_id: string;
                /**
                 * @description The modules, earlier in the path, that have to be done before this one opens.
                 * @default []
                 */
                requires: string[];
            }[];
        };
        UpdatePathAssignment: {
            /** @description What was looked at; another one is refused. */
            version: number;
            to: {
                /** @constant */
                kind: "user";
                /**
                 * Format: uuid
                 * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
                 */
                user_id: string;
            } | {
                /** @constant */
                kind: "department";
                /**
                 * Format: uuid
                 * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
                 */
                department_id: string;
            } | {
                /** @constant */
                kind: "role";
                /** @enum {string} */
                role: "learner" | "trainer" | "content_manager" | "super_admin";
            };
            /**
             * @description The last day, in the workspace’s time zone; today or later, at most ten years ahead.
             * @default null
             */
            due_on: string | null;
            /**
             * @description In place of `due_on`: so many days after each person is assigned.
             * @default null
             */
            due_days: number | null;
            /**
             * @description Time before a certificate expires at which the next cycle opens.
             * @default 30
             */
            window_days: number;
        };
        UpsertUser: {
            /**
             * Format: email
             * @description Who is meant; trimmed and lower-cased.
             * @example ana.souza@example.com
             */
            email: string;
            /** @description The number of the HR system, unique in the workspace; null removes it. */
            external_id?: string | null;
            /** @description Required when the e-mail is new. */
            full_name?: string;
            /** @description `learner` when the e-mail is new and no role is given. */
            role?: components["schemas"]["Role"];
            /** @description Required for a trainer; null clears it. */
            department_id?: string | null;
            /** @description An active user, by e-mail or external_id; null removes it. */
            manager?: components["schemas"]["NamedManager"] | null;
            /** @description true makes an existing user inactive, false brings an inactive one back; omitted does neither. */
            deactivate?: boolean;
        };
        UpsertUsers: {
            /** @description Each as in a single request, in any order; an e-mail or external_id once. */
            users: (components["schemas"]["BulkUser"] | components["schemas"]["BulkUserByExternalId"])[];
            /**
             * @description Which field says who is meant. `external_id` needs a workspace that allows people without an e-mail address.
             * @default email
             * @enum {string}
             */
            key: "email" | "external_id";
        };
        UpsertedUser: {
            /**
             * Format: uuid
             * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
             */
            id: string;
            /** @description null only in workspaces that allow it, and only with `email=any`. */
            email: string | null;
            /** @description The number of the HR system. */
            external_id: string | null;
            full_name: string;
            role: components["schemas"]["Role"];
            department_id: string | null;
            /** @description The name of the department. */
            department: string | null;
            /** @description Another user, who looks after this one. */
            manager_id: string | null;
            is_active: boolean;
            /**
             * Format: date-time
             * @example 2026-03-01T08:30:00.000Z
             */
            created_at: string;
            /** @enum {string} */
            result: "created" | "updated" | "unchanged" | "deactivated" | "reactivated";
        };
        UpsertedUsers: {
            /** @description One for each user, in the order sent. */
            results: (components["schemas"]["BulkApplied"] | components["schemas"]["BulkRefused"])[];
            /** @description How many users have each result. */
            counts: {
                created: number;
                updated: number;
                unchanged: number;
                deactivated: number;
                reactivated: number;
                refused: number;
            };
        };
        User: {
            /**
             * Format: uuid
             * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
             */
            id: string;
            /** @description null only in workspaces that allow it, and only with `email=any`. */
            email: string | null;
            /** @description The number of the HR system. */
            external_id: string | null;
            full_name: string;
            role: components["schemas"]["Role"];
            department_id: string | null;
            /** @description The name of the department. */
            department: string | null;
            /** @description Another user, who looks after this one. */
            manager_id: string | null;
            is_active: boolean;
            /**
             * Format: date-time
             * @example 2026-03-01T08:30:00.000Z
             */
            created_at: string;
        };
        UserCreatedEvent: {
            /** @constant */
            type: "user.created";
            /**
             * Format: date-time
             * @description When it happened; when it was sent stands in the header `webhook-timestamp`.
             * @example 2026-03-01T08:30:00.000Z
             */
            timestamp: string;
            /** @description The place of the event among all of the workspace, from 1 on. An endpoint sees those of its types, so there are gaps; what comes with a lower one than before is late or repeated. */
            sequence: number;
            /**
             * Format: uuid
             * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
             */
            workspace_id: string;
            /** @description A person was added. */
            data: {
                /**
                 * Format: uuid
                 * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
                 */
                user_id: string;
                /** @description null for people without one, in workspaces that allow them. */
                email: string | null;
                /** @description The number of the HR system. */
                external_id: string | null;
                full_name: string;
                role: components["schemas"]["Role"];
                department_id: string | null;
                manager_id: string | null;
                is_active: boolean;
                /** @description Who did it. */
                by: components["schemas"]["EventActor"];
            };
        };
        UserDeactivatedEvent: {
            /** @constant */
            type: "user.deactivated";
            /**
             * Format: date-time
             * @description When it happened; when it was sent stands in the header `webhook-timestamp`.
             * @example 2026-03-01T08:30:00.000Z
             */
            timestamp: string;
            /** @description The place of the event among all of the workspace, from 1 on. An endpoint sees those of its types, so there are gaps; what comes with a lower one than before is late or repeated. */
            sequence: number;
            /**
             * Format: uuid
             * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
             */
            workspace_id: string;
            /** @description A person may not sign in any more. */
            data: {
                /**
                 * Format: uuid
                 * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
                 */
                user_id: string;
                /** @description null for people without one, in workspaces that allow them. */
                email: string | null;
                /** @description The number of the HR system. */
                external_id: string | null;
                full_name: string;
                role: components["schemas"]["Role"];
                department_id: string | null;
                manager_id: string | null;
                is_active: boolean;
                /** @description Who did it. */
                by: components["schemas"]["EventActor"];
                /** @description What is different from before. */
                changed: ("email" | "external_id" | "full_name" | "role" | "department_id" | "manager_id" | "is_active")[];
            };
        };
        UserPage: {
            users: components["schemas"]["User"][];
            /** @description How many match the filters, on all pages. */
            total: number;
            limit: number;
            offset: number;
        };
        UserReactivatedEvent: {
            /** @constant */
            type: "user.reactivated";
            /**
             * Format: date-time
             * @description When it happened; when it was sent stands in the header `webhook-timestamp`.
             * @example 2026-03-01T08:30:00.000Z
             */
            timestamp: string;
            /** @description The place of the event among all of the workspace, from 1 on. An endpoint sees those of its types, so there are gaps; what comes with a lower one than before is late or repeated. */
            sequence: number;
            /**
             * Format: uuid
             * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
             */
            workspace_id: string;
            /** @description An inactive person may sign in again. */
            data: {
                /**
                 * Format: uuid
                 * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
                 */
                user_id: string;
                /** @description null for people without one, in workspaces that allow them. */
                email: string | null;
                /** @description The number of the HR system. */
                external_id: string | null;
                full_name: string;
                role: components["schemas"]["Role"];
                department_id: string | null;
                manager_id: string | null;
                is_active: boolean;
                /** @description Who did it. */
                by: components["schemas"]["EventActor"];
                /** @description What is different from before. */
                changed: ("email" | "external_id" | "full_name" | "role" | "department_id" | "manager_id" | "is_active")[];
            };
        };
        UserUpdatedEvent: {
            /** @constant */
            type: "user.updated";
            /**
             * Format: date-time
             * @description When it happened; when it was sent stands in the header `webhook-timestamp`.
             * @example 2026-03-01T08:30:00.000Z
             */
            timestamp: string;
            /** @description The place of the event among all of the workspace, from 1 on. An endpoint sees those of its types, so there are gaps; what comes with a lower one than before is late or repeated. */
            sequence: number;
            /**
             * Format: uuid
             * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
             */
            workspace_id: string;
            /** @description A person’s name, e-mail address, employee number, role or department changed. */
            data: {
                /**
                 * Format: uuid
                 * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
                 */
                user_id: string;
                /** @description null for people without one, in workspaces that allow them. */
                email: string | null;
                /** @description The number of the HR system. */
                external_id: string | null;
                full_name: string;
                role: components["schemas"]["Role"];
                department_id: string | null;
                manager_id: string | null;
                is_active: boolean;
                /** @description Who did it. */
                by: components["schemas"]["EventActor"];
                /** @description What is different from before. */
                changed: ("email" | "external_id" | "full_name" | "role" | "department_id" | "manager_id" | "is_active")[];
            };
        };
    };
    responses: never;
    parameters: {
        /** @description Makes a repetition harmless: for 24 hours the same key with the same request gets the first answer again. Give every request a key of its own, such as a UUID or `sync-2026-03-01-row-17`. */
        IdempotencyKey: string;
        /** @description The `ETag` of the state that you hold: the answer is 304, without a body, while it is the newest. */
        IfNoneMatch: string;
        /** @description Names the event, and is the same in every attempt and replay: what comes with an id that you have worked on is answered as before, and not worked on again. */
        WebhookId: string;
        /** @description When this attempt was sent, in seconds since 1970. Refuse what is older than five minutes. */
        WebhookTimestamp: string;
        /** @description One or, while a secret is rolled, two signatures with a space between: `v1,` and the base64 of the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` by the secret behind `whsec_`. One that is right is enough. */
        WebhookSignature: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description Names this request in the server’s log; every problem repeats it as `request_id`.
         * @example req_0199c0de7a1b7c3d8e5fa1b2c3d4e5f6
         */
        "X-Request-Id": string;
        /**
         * @description How many requests are left in the window (`r`) and when the next one begins, in seconds (`t`).
         * @example "reads";r=599;t=42
         */
        RateLimit: string;
        /**
         * @description How many requests (`q`) a token may make in a window of `w` seconds. Absent where limits are off.
         * @example "reads";q=600;w=60
         */
        "RateLimit-Policy": string;
        /**
         * @description After how many seconds to try again.
         * @example 42
         */
        "Retry-After": number;
        /**
         * @description What is wrong with the token (RFC 6750), and on 403 the scope that it lacks.
         * @example Bearer realm="api", error="insufficient_scope", scope="users:write"
         */
        "WWW-Authenticate": string;
        /** @description `true` when the answer is the one that the first request of this `Idempotency-Key` got. */
        "Idempotent-Replayed": "true";
        /**
         * @description Names this state of the catalog; send it back as `If-None-Match`.
         * @example "42"
         */
        ETag: string;
    };
    pathItems: never;
};
export type $defs = Record<string, never>;
export interface operations {
    listCatalog: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state that you hold: the answer is 304, without a body, while it is the newest. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All courses, by `created_at` and `id`, with their modules by `order`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Course"][];
                };
            };
            /** @description What you hold is the newest. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `invalid_request`: The request isn’t valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: "invalid_request";
                    };
                };
            };
            /**
             * @description `token_missing`: No API token was sent.
             *
             *     `token_invalid`: The API token isn’t valid.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 401;
                        /** @enum {unknown} */
                        code?: "token_missing" | "token_invalid";
                    };
                };
            };
            /** @description `insufficient_scope`: The API token lacks a scope. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 403;
                        /** @enum {unknown} */
                        code?: "insufficient_scope";
                    };
                };
            };
            /** @description `workspace_moved`: The workspace moved to another address. */
            421: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 421;
                        /** @enum {unknown} */
                        code?: "workspace_moved";
                    };
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 429;
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal_error";
                    };
                };
            };
            /**
             * @description `busy`: The server is busy.
             *
             *     `unavailable`: The service is unavailable at the moment.
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 503;
                        /** @enum {unknown} */
                        code?: "busy" | "unavailable";
                    };
                };
            };
        };
    };
    readAnalytics: {
        parameters: {
            query?: {
                /** @description The department of the learner. */
                department_id?: string;
                /** @description The modules of this course only. */
                course_id?: string;
                /** @description This module only. */
                module_id?: string;
                /** @description This learner only. */
                user_id?: string;
                /** @description The team of this person: everyone below them, at every level. */
                manager_id?: string;
                /** @description Counts completions from this moment on: a date (midnight UTC) or a time with its offset. */
                from?: string;
                /** @description Counts completions before this moment; later than `from`. */
                to?: string;
                /** @description The parts to answer, each once; all when omitted. */
                include?: ("modules" | "learners" | "recertification")[];
                /** @description Whether inactive users count. */
                include_inactive?: boolean;
                /** @description `any` includes people without an e-mail address, where the workspace has some. */
                email?: "any";
                /** @description Within how many days an expiry is `due_soon`. */
                window_days?: number;
                /** @description At most so many learners. */
                limit?: number;
                /** @description Skips so many learners. */
                offset?: number;
                /** @description The columns of the modules besides `module_id`; all when omitted. */
                fields?: ("title" | "course_id" | "department_id" | "assigned" | "not_started" | "in_progress" | "completed" | "attested" | "completed_outside" | "overdue" | "completion_rate" | "pass_rate" | "average_score" | "median_days_to_complete" | "last_completed_at")[];
                /** @description At most so many modules; all when omitted. */
                modules_limit?: number;
                /** @description Skips so many modules. A page with fewer than `modules_limit` is the last one. */
                modules_offset?: number;
            };
            header?: {
                /** @description The `ETag` of the state that you hold: the answer is 304, without a body, while it is the newest. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The parts that were asked for, all of one moment. A part that `include` leaves out is absent. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Analytics"];
                };
            };
            /** @description What you hold is the newest. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `invalid_request`: The request isn’t valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: "invalid_request";
                    };
                };
            };
            /**
             * @description `token_missing`: No API token was sent.
             *
             *     `token_invalid`: The API token isn’t valid.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 401;
                        /** @enum {unknown} */
                        code?: "token_missing" | "token_invalid";
                    };
                };
            };
            /** @description `insufficient_scope`: The API token lacks a scope. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 403;
                        /** @enum {unknown} */
                        code?: "insufficient_scope";
                    };
                };
            };
            /**
             * @description `user_not_found`: There is no such user in this workspace.
             *
             *     `manager_not_found`: There is no such manager in this workspace.
             *
             *     `department_not_found`: There is no such department in this workspace.
             *
             *     `course_not_found`: There is no such course in this workspace.
             *
             *     `module_not_found`: There is no such module in this workspace.
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 404;
                        /** @enum {unknown} */
                        code?: "user_not_found" | "manager_not_found" | "department_not_found" | "course_not_found" | "module_not_found";
                    };
                };
            };
            /** @description `workspace_moved`: The workspace moved to another address. */
            421: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 421;
                        /** @enum {unknown} */
                        code?: "workspace_moved";
                    };
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 429;
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal_error";
                    };
                };
            };
            /**
             * @description `busy`: The server is busy.
             *
             *     `unavailable`: The service is unavailable at the moment.
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 503;
                        /** @enum {unknown} */
                        code?: "busy" | "unavailable";
                    };
                };
            };
        };
    };
    listUsers: {
        parameters: {
            query?: {
                /** @description Only users of this role. */
                role?: components["schemas"]["Role"];
                /** @description Only users of this department; none when the workspace has no such department. */
                department_id?: string;
                /** @description Only active or only inactive users; both when omitted. */
                status?: "active" | "inactive";
                /** @description Only the user with this number. */
                external_id?: string;
                /** @description Only users with this manager; none when the workspace has no such user. */
                manager_id?: string;
                /** @description `any` includes people without an e-mail address, where the workspace has some. */
                email?: "any";
                /** @description At most so many users; over 500 is refused. */
                limit?: number;
                /** @description Skips so many users. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the users that match; `total` counts all of them. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserPage"];
                };
            };
            /** @description `invalid_request`: The request isn’t valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: "invalid_request";
                    };
                };
            };
            /**
             * @description `token_missing`: No API token was sent.
             *
             *     `token_invalid`: The API token isn’t valid.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 401;
                        /** @enum {unknown} */
                        code?: "token_missing" | "token_invalid";
                    };
                };
            };
            /** @description `insufficient_scope`: The API token lacks a scope. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 403;
                        /** @enum {unknown} */
                        code?: "insufficient_scope";
                    };
                };
            };
            /** @description `workspace_moved`: The workspace moved to another address. */
            421: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 421;
                        /** @enum {unknown} */
                        code?: "workspace_moved";
                    };
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 429;
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal_error";
                    };
                };
            };
            /**
             * @description `busy`: The server is busy.
             *
             *     `unavailable`: The service is unavailable at the moment.
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 503;
                        /** @enum {unknown} */
                        code?: "busy" | "unavailable";
                    };
                };
            };
        };
    };
    upsertUser: {
        parameters: {
            query?: {
                /** @description The same checks and answer, and nothing written. */
                preview?: boolean;
            };
            header?: {
                /** @description Makes a repetition harmless: for 24 hours the same key with the same request gets the first answer again. Give every request a key of its own, such as a UUID or `sync-2026-03-01-row-17`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpsertUser"];
            };
        };
        responses: {
            /** @description The user as it is now, and in `result` what happened. With `preview`, as it would be. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpsertedUser"];
                };
            };
            /** @description The e-mail was new, and the user was created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpsertedUser"];
                };
            };
            /**
             * @description `invalid_request`: The request isn’t valid.
             *
             *     `malformed_json`: The body isn’t JSON.
             *
             *     `department_required`: A trainer needs a department.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: "invalid_request" | "malformed_json" | "department_required";
                    };
                };
            };
            /**
             * @description `token_missing`: No API token was sent.
             *
             *     `token_invalid`: The API token isn’t valid.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 401;
                        /** @enum {unknown} */
                        code?: "token_missing" | "token_invalid";
                    };
                };
            };
            /**
             * @description `insufficient_scope`: The API token lacks a scope.
             *
             *     `role_not_assignable`: An API token can’t change super admins.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 403;
                        /** @enum {unknown} */
                        code?: "insufficient_scope" | "role_not_assignable";
                    };
                };
            };
            /**
             * @description `user_not_found`: There is no such user in this workspace.
             *
             *     `manager_not_found`: There is no such manager in this workspace.
             *
             *     `department_not_found`: There is no such department in this workspace.
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 404;
                        /** @enum {unknown} */
                        code?: "user_not_found" | "manager_not_found" | "department_not_found";
                    };
                };
            };
            /** @description `request_timeout`: The request took too long to arrive. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 408;
                        /** @enum {unknown} */
                        code?: "request_timeout";
                    };
                };
            };
            /**
             * @description `user_conflict`: The e-mail address and the external_id belong to different users.
             *
             *     `manager_inactive`: The manager is inactive.
             *
             *     `manager_circle`: A person would be their own manager’s manager.
             *
             *     `manager_levels`: There are too many levels of managers.
             *
             *     `last_super_admin`: A workspace keeps at least one active super admin.
             *
             *     `idempotency_key_in_progress`: A request with this Idempotency-Key is in progress.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 409;
                        /** @enum {unknown} */
                        code?: "user_conflict" | "manager_inactive" | "manager_circle" | "manager_levels" | "last_super_admin" | "idempotency_key_in_progress";
                    };
                };
            };
            /** @description `body_too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 413;
                        /** @enum {unknown} */
                        code?: "body_too_large";
                    };
                };
            };
            /** @description `unsupported_media_type`: The body has a media type that isn’t accepted. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 415;
                        /** @enum {unknown} */
                        code?: "unsupported_media_type";
                    };
                };
            };
            /** @description `workspace_moved`: The workspace moved to another address. */
            421: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 421;
                        /** @enum {unknown} */
                        code?: "workspace_moved";
                    };
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was used for another request. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 422;
                        /** @enum {unknown} */
                        code?: "idempotency_key_reused";
                    };
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 429;
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal_error";
                    };
                };
            };
            /**
             * @description `busy`: The server is busy.
             *
             *     `unavailable`: The service is unavailable at the moment.
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 503;
                        /** @enum {unknown} */
                        code?: "busy" | "unavailable";
                    };
                };
            };
        };
    };
    upsertUsers: {
        parameters: {
            query?: {
                /** @description The same checks and answer, and nothing written. */
                preview?: boolean;
            };
            header?: {
                /** @description Makes a repetition harmless: for 24 hours the same key with the same request gets the first answer again. Give every request a key of its own, such as a UUID or `sync-2026-03-01-row-17`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpsertUsers"];
            };
        };
        responses: {
            /** @description For each user what happened, or why it was refused, in the order sent. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpsertedUsers"];
                };
            };
            /**
             * @description `invalid_request`: The request isn’t valid.
             *
             *     `malformed_json`: The body isn’t JSON.
             *
             *     `email_required`: This workspace identifies people by their e-mail address.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: "invalid_request" | "malformed_json" | "email_required";
                    };
                };
            };
            /**
             * @description `token_missing`: No API token was sent.
             *
             *     `token_invalid`: The API token isn’t valid.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 401;
                        /** @enum {unknown} */
                        code?: "token_missing" | "token_invalid";
                    };
                };
            };
            /** @description `insufficient_scope`: The API token lacks a scope. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 403;
                        /** @enum {unknown} */
                        code?: "insufficient_scope";
                    };
                };
            };
            /** @description `request_timeout`: The request took too long to arrive. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 408;
                        /** @enum {unknown} */
                        code?: "request_timeout";
                    };
                };
            };
            /** @description `idempotency_key_in_progress`: A request with this Idempotency-Key is in progress. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 409;
                        /** @enum {unknown} */
                        code?: "idempotency_key_in_progress";
                    };
                };
            };
            /** @description `body_too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 413;
                        /** @enum {unknown} */
                        code?: "body_too_large";
                    };
                };
            };
            /** @description `unsupported_media_type`: The body has a media type that isn’t accepted. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 415;
                        /** @enum {unknown} */
                        code?: "unsupported_media_type";
                    };
                };
            };
            /** @description `workspace_moved`: The workspace moved to another address. */
            421: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 421;
                        /** @enum {unknown} */
                        code?: "workspace_moved";
                    };
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was used for another request. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 422;
                        /** @enum {unknown} */
                        code?: "idempotency_key_reused";
                    };
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 429;
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal_error";
                    };
                };
            };
            /**
             * @description `busy`: The server is busy.
             *
             *     `unavailable`: The service is unavailable at the moment.
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 503;
                        /** @enum {unknown} */
                        code?: "busy" | "unavailable";
                    };
                };
            };
        };
    };
    attestCompletions: {
        parameters: {
            query?: {
                /** @description The same checks and answer, and nothing written. */
                preview?: boolean;
            };
            header?: {
                /** @description Makes a repetition harmless: for 24 hours the same key with the same request gets the first answer again. Give every request a key of its own, such as a UUID or `sync-2026-03-01-row-17`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AttestCompletions"];
            };
        };
        responses: {
            /** @description For each completion what happened, or why it was refused, in the order sent. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AttestedCompletions"];
                };
            };
            /**
             * @description `invalid_request`: The request isn’t valid.
             *
             *     `malformed_json`: The body isn’t JSON.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: "invalid_request" | "malformed_json";
                    };
                };
            };
            /**
             * @description `token_missing`: No API token was sent.
             *
             *     `token_invalid`: The API token isn’t valid.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 401;
                        /** @enum {unknown} */
                        code?: "token_missing" | "token_invalid";
                    };
                };
            };
            /** @description `insufficient_scope`: The API token lacks a scope. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 403;
                        /** @enum {unknown} */
                        code?: "insufficient_scope";
                    };
                };
            };
            /** @description `request_timeout`: The request took too long to arrive. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 408;
                        /** @enum {unknown} */
                        code?: "request_timeout";
                    };
                };
            };
            /** @description `idempotency_key_in_progress`: A request with this Idempotency-Key is in progress. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 409;
                        /** @enum {unknown} */
                        code?: "idempotency_key_in_progress";
                    };
                };
            };
            /** @description `body_too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 413;
                        /** @enum {unknown} */
                        code?: "body_too_large";
                    };
                };
            };
            /** @description `unsupported_media_type`: The body has a media type that isn’t accepted. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 415;
                        /** @enum {unknown} */
                        code?: "unsupported_media_type";
                    };
                };
            };
            /** @description `workspace_moved`: The workspace moved to another address. */
            421: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 421;
                        /** @enum {unknown} */
                        code?: "workspace_moved";
                    };
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was used for another request. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 422;
                        /** @enum {unknown} */
                        code?: "idempotency_key_reused";
                    };
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 429;
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal_error";
                    };
                };
            };
            /**
             * @description `busy`: The server is busy.
             *
             *     `unavailable`: The service is unavailable at the moment.
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 503;
                        /** @enum {unknown} */
                        code?: "busy" | "unavailable";
                    };
                };
            };
        };
    };
    replaceShifts: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repetition harmless: for 24 hours the same key with the same request gets the first answer again. Give every request a key of its own, such as a UUID or `sync-2026-03-01-row-17`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplaceShifts"];
            };
        };
        responses: {
            /** @description For each shift what happened, or why it was refused, in the order sent. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReplacedShifts"];
                };
            };
            /**
             * @description `invalid_request`: The request isn’t valid.
             *
             *     `malformed_json`: The body isn’t JSON.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: "invalid_request" | "malformed_json";
                    };
                };
            };
            /**
             * @description `token_missing`: No API token was sent.
             *
             *     `token_invalid`: The API token isn’t valid.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 401;
                        /** @enum {unknown} */
                        code?: "token_missing" | "token_invalid";
                    };
                };
            };
            /** @description `insufficient_scope`: The API token lacks a scope. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 403;
                        /** @enum {unknown} */
                        code?: "insufficient_scope";
                    };
                };
            };
            /** @description `request_timeout`: The request took too long to arrive. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 408;
                        /** @enum {unknown} */
                        code?: "request_timeout";
                    };
                };
            };
            /**
             * @description `shift_limit_reached`: The workspace has reached its limit of shifts.
             *
             *     `idempotency_key_in_progress`: A request with this Idempotency-Key is in progress.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 409;
                        /** @enum {unknown} */
                        code?: "shift_limit_reached" | "idempotency_key_in_progress";
                    };
                };
            };
            /** @description `body_too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 413;
                        /** @enum {unknown} */
                        code?: "body_too_large";
                    };
                };
            };
            /** @description `unsupported_media_type`: The body has a media type that isn’t accepted. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 415;
                        /** @enum {unknown} */
                        code?: "unsupported_media_type";
                    };
                };
            };
            /** @description `workspace_moved`: The workspace moved to another address. */
            421: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 421;
                        /** @enum {unknown} */
                        code?: "workspace_moved";
                    };
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was used for another request. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 422;
                        /** @enum {unknown} */
                        code?: "idempotency_key_reused";
                    };
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 429;
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal_error";
                    };
                };
            };
            /**
             * @description `busy`: The server is busy.
             *
             *     `unavailable`: The service is unavailable at the moment.
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 503;
                        /** @enum {unknown} */
                        code?: "busy" | "unavailable";
                    };
                };
            };
        };
    };
    listPaths: {
        parameters: {
            query?: {
                /** @description Archived ones can’t be assigned. */
                state?: "active" | "archived";
                /** @description Part of a title, in any case. */
                search?: string;
                /** @description How many at most. */
                limit?: number;
                /** @description How many to skip. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the paths that match. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        paths: components["schemas"]["Path"][];
                        total: number;
                    };
                };
            };
            /** @description `invalid_request`: The request isn’t valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: "invalid_request";
                    };
                };
            };
            /**
             * @description `token_missing`: No API token was sent.
             *
             *     `token_invalid`: The API token isn’t valid.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 401;
                        /** @enum {unknown} */
                        code?: "token_missing" | "token_invalid";
                    };
                };
            };
            /** @description `insufficient_scope`: The API token lacks a scope. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 403;
                        /** @enum {unknown} */
                        code?: "insufficient_scope";
                    };
                };
            };
            /** @description `workspace_moved`: The workspace moved to another address. */
            421: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 421;
                        /** @enum {unknown} */
                        code?: "workspace_moved";
                    };
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 429;
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal_error";
                    };
                };
            };
            /**
             * @description `busy`: The server is busy.
             *
             *     `unavailable`: The service is unavailable at the moment.
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 503;
                        /** @enum {unknown} */
                        code?: "busy" | "unavailable";
                    };
                };
            };
        };
    };
    createPath: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repetition harmless: for 24 hours the same key with the same request gets the first answer again. Give every request a key of its own, such as a UUID or `sync-2026-03-01-row-17`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePath"];
            };
        };
        responses: {
            /** @description The path was created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Path"];
                };
            };
            /**
             * @description `invalid_request`: The request isn’t valid.
             *
             *     `malformed_json`: The body isn’t JSON.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: "invalid_request" | "malformed_json";
                    };
                };
            };
            /**
             * @description `token_missing`: No API token was sent.
             *
             *     `token_invalid`: The API token isn’t valid.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 401;
                        /** @enum {unknown} */
                        code?: "token_missing" | "token_invalid";
                    };
                };
            };
            /** @description `insufficient_scope`: The API token lacks a scope. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 403;
                        /** @enum {unknown} */
                        code?: "insufficient_scope";
                    };
                };
            };
            /**
             * @description `department_not_found`: There is no such department in this workspace.
             *
             *     `module_not_found`: There is no such module in this workspace.
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 404;
                        /** @enum {unknown} */
                        code?: "department_not_found" | "module_not_found";
                    };
                };
            };
            /** @description `request_timeout`: The request took too long to arrive. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 408;
                        /** @enum {unknown} */
                        code?: "request_timeout";
                    };
                };
            };
            /**
             * @description `module_state`: The module’s state doesn’t allow this.
             *
             *     `path_limit_reached`: The workspace has reached its limit of paths.
             *
             *     `idempotency_key_in_progress`: A request with this Idempotency-Key is in progress.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 409;
                        /** @enum {unknown} */
                        code?: "module_state" | "path_limit_reached" | "idempotency_key_in_progress";
                    };
                };
            };
            /** @description `body_too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 413;
                        /** @enum {unknown} */
                        code?: "body_too_large";
                    };
                };
            };
            /** @description `unsupported_media_type`: The body has a media type that isn’t accepted. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 415;
                        /** @enum {unknown} */
                        code?: "unsupported_media_type";
                    };
                };
            };
            /** @description `workspace_moved`: The workspace moved to another address. */
            421: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 421;
                        /** @enum {unknown} */
                        code?: "workspace_moved";
                    };
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was used for another request. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 422;
                        /** @enum {unknown} */
                        code?: "idempotency_key_reused";
                    };
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 429;
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal_error";
                    };
                };
            };
            /**
             * @description `busy`: The server is busy.
             *
             *     `unavailable`: The service is unavailable at the moment.
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 503;
                        /** @enum {unknown} */
                        code?: "busy" | "unavailable";
                    };
                };
            };
        };
    };
    getPath: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The path. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The path. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Path"];
                };
            };
            /** @description `invalid_request`: The request isn’t valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: "invalid_request";
                    };
                };
            };
            /**
             * @description `token_missing`: No API token was sent.
             *
             *     `token_invalid`: The API token isn’t valid.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 401;
                        /** @enum {unknown} */
                        code?: "token_missing" | "token_invalid";
                    };
                };
            };
            /** @description `insufficient_scope`: The API token lacks a scope. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 403;
                        /** @enum {unknown} */
                        code?: "insufficient_scope";
                    };
                };
            };
            /** @description `path_not_found`: There is no such path in this workspace. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 404;
                        /** @enum {unknown} */
                        code?: "path_not_found";
                    };
                };
            };
            /** @description `workspace_moved`: The workspace moved to another address. */
            421: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 421;
                        /** @enum {unknown} */
                        code?: "workspace_moved";
                    };
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 429;
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal_error";
                    };
                };
            };
            /**
             * @description `busy`: The server is busy.
             *
             *     `unavailable`: The service is unavailable at the moment.
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 503;
                        /** @enum {unknown} */
                        code?: "busy" | "unavailable";
                    };
                };
            };
        };
    };
    updatePath: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repetition harmless: for 24 hours the same key with the same request gets the first answer again. Give every request a key of its own, such as a UUID or `sync-2026-03-01-row-17`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The path. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdatePath"];
            };
        };
        responses: {
            /** @description The path as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Path"];
                };
            };
            /**
             * @description `invalid_request`: The request isn’t valid.
             *
             *     `malformed_json`: The body isn’t JSON.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: "invalid_request" | "malformed_json";
                    };
                };
            };
            /**
             * @description `token_missing`: No API token was sent.
             *
             *     `token_invalid`: The API token isn’t valid.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 401;
                        /** @enum {unknown} */
                        code?: "token_missing" | "token_invalid";
                    };
                };
            };
            /** @description `insufficient_scope`: The API token lacks a scope. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 403;
                        /** @enum {unknown} */
                        code?: "insufficient_scope";
                    };
                };
            };
            /**
             * @description `module_not_found`: There is no such module in this workspace.
             *
             *     `path_not_found`: There is no such path in this workspace.
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 404;
                        /** @enum {unknown} */
                        code?: "module_not_found" | "path_not_found";
                    };
                };
            };
            /** @description `request_timeout`: The request took too long to arrive. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 408;
                        /** @enum {unknown} */
                        code?: "request_timeout";
                    };
                };
            };
            /**
             * @description `module_state`: The module’s state doesn’t allow this.
             *
             *     `path_archived`: The path is archived.
             *
             *     `stale_version`: Someone else has changed it meanwhile.
             *
             *     `idempotency_key_in_progress`: A request with this Idempotency-Key is in progress.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 409;
                        /** @enum {unknown} */
                        code?: "module_state" | "path_archived" | "stale_version" | "idempotency_key_in_progress";
                    };
                };
            };
            /** @description `body_too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 413;
                        /** @enum {unknown} */
                        code?: "body_too_large";
                    };
                };
            };
            /** @description `unsupported_media_type`: The body has a media type that isn’t accepted. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 415;
                        /** @enum {unknown} */
                        code?: "unsupported_media_type";
                    };
                };
            };
            /** @description `workspace_moved`: The workspace moved to another address. */
            421: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 421;
                        /** @enum {unknown} */
                        code?: "workspace_moved";
                    };
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was used for another request. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 422;
                        /** @enum {unknown} */
                        code?: "idempotency_key_reused";
                    };
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 429;
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal_error";
                    };
                };
            };
            /**
             * @description `busy`: The server is busy.
             *
             *     `unavailable`: The service is unavailable at the moment.
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 503;
                        /** @enum {unknown} */
                        code?: "busy" | "unavailable";
                    };
                };
            };
        };
    };
    archivePath: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repetition harmless: for 24 hours the same key with the same request gets the first answer again. Give every request a key of its own, such as a UUID or `sync-2026-03-01-row-17`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The path. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ArchivePath"];
            };
        };
        responses: {
            /** @description The path as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Path"];
                };
            };
            /**
             * @description `invalid_request`: The request isn’t valid.
             *
             *     `malformed_json`: The body isn’t JSON.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: "invalid_request" | "malformed_json";
                    };
                };
            };
            /**
             * @description `token_missing`: No API token was sent.
             *
             *     `token_invalid`: The API token isn’t valid.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 401;
                        /** @enum {unknown} */
                        code?: "token_missing" | "token_invalid";
                    };
                };
            };
            /** @description `insufficient_scope`: The API token lacks a scope. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 403;
                        /** @enum {unknown} */
                        code?: "insufficient_scope";
                    };
                };
            };
            /** @description `path_not_found`: There is no such path in this workspace. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 404;
                        /** @enum {unknown} */
                        code?: "path_not_found";
                    };
                };
            };
            /** @description `request_timeout`: The request took too long to arrive. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 408;
                        /** @enum {unknown} */
                        code?: "request_timeout";
                    };
                };
            };
            /**
             * @description `path_assigned`: The path is still assigned.
             *
             *     `path_limit_reached`: The workspace has reached its limit of paths.
             *
             *     `idempotency_key_in_progress`: A request with this Idempotency-Key is in progress.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 409;
                        /** @enum {unknown} */
                        code?: "path_assigned" | "path_limit_reached" | "idempotency_key_in_progress";
                    };
                };
            };
            /** @description `body_too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 413;
                        /** @enum {unknown} */
                        code?: "body_too_large";
                    };
                };
            };
            /** @description `unsupported_media_type`: The body has a media type that isn’t accepted. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 415;
                        /** @enum {unknown} */
                        code?: "unsupported_media_type";
                    };
                };
            };
            /** @description `workspace_moved`: The workspace moved to another address. */
            421: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 421;
                        /** @enum {unknown} */
                        code?: "workspace_moved";
                    };
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was used for another request. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 422;
                        /** @enum {unknown} */
                        code?: "idempotency_key_reused";
                    };
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 429;
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal_error";
                    };
                };
            };
            /**
             * @description `busy`: The server is busy.
             *
             *     `unavailable`: The service is unavailable at the moment.
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 503;
                        /** @enum {unknown} */
                        code?: "busy" | "unavailable";
                    };
                };
            };
        };
    };
    previewPath: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repetition harmless: for 24 hours the same key with the same request gets the first answer again. Give every request a key of its own, such as a UUID or `sync-2026-03-01-row-17`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The path. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PreviewPath"];
            };
        };
        responses: {
            /** @description What would change for whom. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description How many trainings have each outcome: a person and a module count once. */
                        counts: {
                            [key: string]: number;
                        };
                        /** @description The load of each week in which something becomes due. */
                        weeks: {
                            /**
                             * Format: date
                             * @description The Monday.
                             */
                            from: string;
                            /** @description How many become due by this. */
                            due: number;
                            /** @description How many other modules the same people owe by then, in that week. */
                            already: number;
                        }[];
                        trainings: {
                            /**
                             * Format: uuid
                             * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
                             */
                            user_id: string;
                            full_name: string;
                            department: string | null;
                            /**
                             * Format: uuid
                             * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
                             */
                            module_id: string;
                            module: string;
                            /**
                             * @description `new` and `renewed` open a cycle, `joined` covers one that is open already, `kept` stays as it is; `completed` and `waived` have nothing to do; `inactive` gets it, and `paused` goes on with it, once reactivated; `lost` has what is unfinished taken back; `released` is covered no more, and nothing is taken back.
                             * @enum {string}
                             */
                            outcome: "new" | "joined" | "renewed" | "kept" | "completed" | "waived" | "inactive" | "paused" | "lost" | "released";
                            due_on: string | null;
                            /** @description Why: each audience that the person is in. */
                            through: ({
                                /** @constant */
                                kind: "user";
                                /**
                                 * Format: uuid
                                 * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
                                 */
                                user_id: string;
                            } | {
                                /** @constant */
                                kind: "department";
                                /**
                                 * Format: uuid
                                 * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
                                 */
                                department_id: string;
                            } | {
                                /** @constant */
                                kind: "role";
                                /** @enum {string} */
                                role: "learner" | "trainer" | "content_manager" | "super_admin";
                            })[];
                        }[];
                        /** @description How many trainings are listed, on all pages. */
                        total: number;
                        /** @description To how many people the path is assigned now. */
                        people: number;
                        /** @description Modules that stay, and for how many people who haven’t begun them they open or close. */
                        doors: {
                            /**
                             * Format: uuid
                             * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
                             */
                            module_id: string;
                            title: string;
                            opens: number;
                            closes: number;
                        }[];
                    };
                };
            };
            /**
             * @description `invalid_request`: The request isn’t valid.
             *
             *     `malformed_json`: The body isn’t JSON.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: "invalid_request" | "malformed_json";
                    };
                };
            };
            /**
             * @description `token_missing`: No API token was sent.
             *
             *     `token_invalid`: The API token isn’t valid.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 401;
                        /** @enum {unknown} */
                        code?: "token_missing" | "token_invalid";
                    };
                };
            };
            /** @description `insufficient_scope`: The API token lacks a scope. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 403;
                        /** @enum {unknown} */
                        code?: "insufficient_scope";
                    };
                };
            };
            /**
             * @description `module_not_found`: There is no such module in this workspace.
             *
             *     `path_not_found`: There is no such path in this workspace.
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 404;
                        /** @enum {unknown} */
                        code?: "module_not_found" | "path_not_found";
                    };
                };
            };
            /** @description `request_timeout`: The request took too long to arrive. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 408;
                        /** @enum {unknown} */
                        code?: "request_timeout";
                    };
                };
            };
            /**
             * @description `module_state`: The module’s state doesn’t allow this.
             *
             *     `path_archived`: The path is archived.
             *
             *     `stale_version`: Someone else has changed it meanwhile.
             *
             *     `idempotency_key_in_progress`: A request with this Idempotency-Key is in progress.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 409;
                        /** @enum {unknown} */
                        code?: "module_state" | "path_archived" | "stale_version" | "idempotency_key_in_progress";
                    };
                };
            };
            /** @description `body_too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 413;
                        /** @enum {unknown} */
                        code?: "body_too_large";
                    };
                };
            };
            /** @description `unsupported_media_type`: The body has a media type that isn’t accepted. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 415;
                        /** @enum {unknown} */
                        code?: "unsupported_media_type";
                    };
                };
            };
            /** @description `workspace_moved`: The workspace moved to another address. */
            421: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 421;
                        /** @enum {unknown} */
                        code?: "workspace_moved";
                    };
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was used for another request. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 422;
                        /** @enum {unknown} */
                        code?: "idempotency_key_reused";
                    };
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 429;
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal_error";
                    };
                };
            };
            /**
             * @description `busy`: The server is busy.
             *
             *     `unavailable`: The service is unavailable at the moment.
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 503;
                        /** @enum {unknown} */
                        code?: "busy" | "unavailable";
                    };
                };
            };
        };
    };
    assignPath: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repetition harmless: for 24 hours the same key with the same request gets the first answer again. Give every request a key of its own, such as a UUID or `sync-2026-03-01-row-17`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The path. */
                path_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AssignPath"];
            };
        };
        responses: {
            /** @description The same request has assigned it before. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: uuid
                         * @description The path.
                         * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
                         */
                        id: string;
                    };
                };
            };
            /** @description The path was assigned. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: uuid
                         * @description The path.
                         * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
                         */
                        id: string;
                    };
                };
            };
            /**
             * @description `invalid_request`: The request isn’t valid.
             *
             *     `malformed_json`: The body isn’t JSON.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: "invalid_request" | "malformed_json";
                    };
                };
            };
            /**
             * @description `token_missing`: No API token was sent.
             *
             *     `token_invalid`: The API token isn’t valid.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 401;
                        /** @enum {unknown} */
                        code?: "token_missing" | "token_invalid";
                    };
                };
            };
            /** @description `insufficient_scope`: The API token lacks a scope. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 403;
                        /** @enum {unknown} */
                        code?: "insufficient_scope";
                    };
                };
            };
            /**
             * @description `user_not_found`: There is no such user in this workspace.
             *
             *     `department_not_found`: There is no such department in this workspace.
             *
             *     `path_not_found`: There is no such path in this workspace.
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 404;
                        /** @enum {unknown} */
                        code?: "user_not_found" | "department_not_found" | "path_not_found";
                    };
                };
            };
            /** @description `request_timeout`: The request took too long to arrive. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 408;
                        /** @enum {unknown} */
                        code?: "request_timeout";
                    };
                };
            };
            /**
             * @description `assignment_ended`: The assignment has ended.
             *
             *     `path_archived`: The path is archived.
             *
             *     `idempotency_key_in_progress`: A request with this Idempotency-Key is in progress.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 409;
                        /** @enum {unknown} */
                        code?: "assignment_ended" | "path_archived" | "idempotency_key_in_progress";
                    };
                };
            };
            /** @description `body_too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 413;
                        /** @enum {unknown} */
                        code?: "body_too_large";
                    };
                };
            };
            /** @description `unsupported_media_type`: The body has a media type that isn’t accepted. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 415;
                        /** @enum {unknown} */
                        code?: "unsupported_media_type";
                    };
                };
            };
            /** @description `workspace_moved`: The workspace moved to another address. */
            421: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 421;
                        /** @enum {unknown} */
                        code?: "workspace_moved";
                    };
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was used for another request. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 422;
                        /** @enum {unknown} */
                        code?: "idempotency_key_reused";
                    };
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 429;
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal_error";
                    };
                };
            };
            /**
             * @description `busy`: The server is busy.
             *
             *     `unavailable`: The service is unavailable at the moment.
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 503;
                        /** @enum {unknown} */
                        code?: "busy" | "unavailable";
                    };
                };
            };
        };
    };
    previewPathAssignment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repetition harmless: for 24 hours the same key with the same request gets the first answer again. Give every request a key of its own, such as a UUID or `sync-2026-03-01-row-17`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The path. */
                path_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PreviewPathAssignment"];
            };
        };
        responses: {
            /** @description What each person would owe. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PathAssignmentPreview"];
                };
            };
            /**
             * @description `invalid_request`: The request isn’t valid.
             *
             *     `malformed_json`: The body isn’t JSON.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: "invalid_request" | "malformed_json";
                    };
                };
            };
            /**
             * @description `token_missing`: No API token was sent.
             *
             *     `token_invalid`: The API token isn’t valid.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 401;
                        /** @enum {unknown} */
                        code?: "token_missing" | "token_invalid";
                    };
                };
            };
            /** @description `insufficient_scope`: The API token lacks a scope. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 403;
                        /** @enum {unknown} */
                        code?: "insufficient_scope";
                    };
                };
            };
            /**
             * @description `user_not_found`: There is no such user in this workspace.
             *
             *     `department_not_found`: There is no such department in this workspace.
             *
             *     `path_not_found`: There is no such path in this workspace.
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 404;
                        /** @enum {unknown} */
                        code?: "user_not_found" | "department_not_found" | "path_not_found";
                    };
                };
            };
            /** @description `request_timeout`: The request took too long to arrive. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 408;
                        /** @enum {unknown} */
                        code?: "request_timeout";
                    };
                };
            };
            /**
             * @description `path_archived`: The path is archived.
             *
             *     `idempotency_key_in_progress`: A request with this Idempotency-Key is in progress.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 409;
                        /** @enum {unknown} */
                        code?: "path_archived" | "idempotency_key_in_progress";
                    };
                };
            };
            /** @description `body_too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 413;
                        /** @enum {unknown} */
                        code?: "body_too_large";
                    };
                };
            };
            /** @description `unsupported_media_type`: The body has a media type that isn’t accepted. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 415;
                        /** @enum {unknown} */
                        code?: "unsupported_media_type";
                    };
                };
            };
            /** @description `workspace_moved`: The workspace moved to another address. */
            421: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 421;
                        /** @enum {unknown} */
                        code?: "workspace_moved";
                    };
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was used for another request. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 422;
                        /** @enum {unknown} */
                        code?: "idempotency_key_reused";
                    };
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 429;
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal_error";
                    };
                };
            };
            /**
             * @description `busy`: The server is busy.
             *
             *     `unavailable`: The service is unavailable at the moment.
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 503;
                        /** @enum {unknown} */
                        code?: "busy" | "unavailable";
                    };
                };
            };
        };
    };
    updatePathAssignment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repetition harmless: for 24 hours the same key with the same request gets the first answer again. Give every request a key of its own, such as a UUID or `sync-2026-03-01-row-17`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The assignment of the path. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdatePathAssignment"];
            };
        };
        responses: {
            /** @description The assignment was changed. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: uuid
                         * @description The path.
                         * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
                         */
                        id: string;
                    };
                };
            };
            /**
             * @description `invalid_request`: The request isn’t valid.
             *
             *     `malformed_json`: The body isn’t JSON.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: "invalid_request" | "malformed_json";
                    };
                };
            };
            /**
             * @description `token_missing`: No API token was sent.
             *
             *     `token_invalid`: The API token isn’t valid.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 401;
                        /** @enum {unknown} */
                        code?: "token_missing" | "token_invalid";
                    };
                };
            };
            /** @description `insufficient_scope`: The API token lacks a scope. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 403;
                        /** @enum {unknown} */
                        code?: "insufficient_scope";
                    };
                };
            };
            /**
             * @description `user_not_found`: There is no such user in this workspace.
             *
             *     `department_not_found`: There is no such department in this workspace.
             *
             *     `assignment_not_found`: There is no such assignment in this workspace.
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 404;
                        /** @enum {unknown} */
                        code?: "user_not_found" | "department_not_found" | "assignment_not_found";
                    };
                };
            };
            /** @description `request_timeout`: The request took too long to arrive. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 408;
                        /** @enum {unknown} */
                        code?: "request_timeout";
                    };
                };
            };
            /**
             * @description `assignment_ended`: The assignment has ended.
             *
             *     `stale_version`: Someone else has changed it meanwhile.
             *
             *     `idempotency_key_in_progress`: A request with this Idempotency-Key is in progress.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 409;
                        /** @enum {unknown} */
                        code?: "assignment_ended" | "stale_version" | "idempotency_key_in_progress";
                    };
                };
            };
            /** @description `body_too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 413;
                        /** @enum {unknown} */
                        code?: "body_too_large";
                    };
                };
            };
            /** @description `unsupported_media_type`: The body has a media type that isn’t accepted. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 415;
                        /** @enum {unknown} */
                        code?: "unsupported_media_type";
                    };
                };
            };
            /** @description `workspace_moved`: The workspace moved to another address. */
            421: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 421;
                        /** @enum {unknown} */
                        code?: "workspace_moved";
                    };
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was used for another request. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 422;
                        /** @enum {unknown} */
                        code?: "idempotency_key_reused";
                    };
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 429;
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal_error";
                    };
                };
            };
            /**
             * @description `busy`: The server is busy.
             *
             *     `unavailable`: The service is unavailable at the moment.
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 503;
                        /** @enum {unknown} */
                        code?: "busy" | "unavailable";
                    };
                };
            };
        };
    };
    endPathAssignment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repetition harmless: for 24 hours the same key with the same request gets the first answer again. Give every request a key of its own, such as a UUID or `sync-2026-03-01-row-17`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The assignment of the path. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EndPathAssignment"];
            };
        };
        responses: {
            /** @description The assignment has ended. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: uuid
                         * @description The path.
                         * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
                         */
                        id: string;
                    };
                };
            };
            /**
             * @description `invalid_request`: The request isn’t valid.
             *
             *     `malformed_json`: The body isn’t JSON.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: "invalid_request" | "malformed_json";
                    };
                };
            };
            /**
             * @description `token_missing`: No API token was sent.
             *
             *     `token_invalid`: The API token isn’t valid.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 401;
                        /** @enum {unknown} */
                        code?: "token_missing" | "token_invalid";
                    };
                };
            };
            /** @description `insufficient_scope`: The API token lacks a scope. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 403;
                        /** @enum {unknown} */
                        code?: "insufficient_scope";
                    };
                };
            };
            /** @description `assignment_not_found`: There is no such assignment in this workspace. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 404;
                        /** @enum {unknown} */
                        code?: "assignment_not_found";
                    };
                };
            };
            /** @description `request_timeout`: The request took too long to arrive. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 408;
                        /** @enum {unknown} */
                        code?: "request_timeout";
                    };
                };
            };
            /**
             * @description `assignment_ended`: The assignment has ended.
             *
             *     `idempotency_key_in_progress`: A request with this Idempotency-Key is in progress.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 409;
                        /** @enum {unknown} */
                        code?: "assignment_ended" | "idempotency_key_in_progress";
                    };
                };
            };
            /** @description `body_too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 413;
                        /** @enum {unknown} */
                        code?: "body_too_large";
                    };
                };
            };
            /** @description `unsupported_media_type`: The body has a media type that isn’t accepted. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 415;
                        /** @enum {unknown} */
                        code?: "unsupported_media_type";
                    };
                };
            };
            /** @description `workspace_moved`: The workspace moved to another address. */
            421: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 421;
                        /** @enum {unknown} */
                        code?: "workspace_moved";
                    };
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was used for another request. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 422;
                        /** @enum {unknown} */
                        code?: "idempotency_key_reused";
                    };
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 429;
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal_error";
                    };
                };
            };
            /**
             * @description `busy`: The server is busy.
             *
             *     `unavailable`: The service is unavailable at the moment.
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 503;
                        /** @enum {unknown} */
                        code?: "busy" | "unavailable";
                    };
                };
            };
        };
    };
    previewChangedPathAssignment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repetition harmless: for 24 hours the same key with the same request gets the first answer again. Give every request a key of its own, such as a UUID or `sync-2026-03-01-row-17`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The assignment of the path. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PreviewChangedPathAssignment"];
            };
        };
        responses: {
            /** @description What each person would owe. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PathAssignmentPreview"];
                };
            };
            /**
             * @description `invalid_request`: The request isn’t valid.
             *
             *     `malformed_json`: The body isn’t JSON.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: "invalid_request" | "malformed_json";
                    };
                };
            };
            /**
             * @description `token_missing`: No API token was sent.
             *
             *     `token_invalid`: The API token isn’t valid.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 401;
                        /** @enum {unknown} */
                        code?: "token_missing" | "token_invalid";
                    };
                };
            };
            /** @description `insufficient_scope`: The API token lacks a scope. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 403;
                        /** @enum {unknown} */
                        code?: "insufficient_scope";
                    };
                };
            };
            /**
             * @description `user_not_found`: There is no such user in this workspace.
             *
             *     `department_not_found`: There is no such department in this workspace.
             *
             *     `assignment_not_found`: There is no such assignment in this workspace.
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 404;
                        /** @enum {unknown} */
                        code?: "user_not_found" | "department_not_found" | "assignment_not_found";
                    };
                };
            };
            /** @description `request_timeout`: The request took too long to arrive. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 408;
                        /** @enum {unknown} */
                        code?: "request_timeout";
                    };
                };
            };
            /**
             * @description `assignment_ended`: The assignment has ended.
             *
             *     `stale_version`: Someone else has changed it meanwhile.
             *
             *     `idempotency_key_in_progress`: A request with this Idempotency-Key is in progress.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 409;
                        /** @enum {unknown} */
                        code?: "assignment_ended" | "stale_version" | "idempotency_key_in_progress";
                    };
                };
            };
            /** @description `body_too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 413;
                        /** @enum {unknown} */
                        code?: "body_too_large";
                    };
                };
            };
            /** @description `unsupported_media_type`: The body has a media type that isn’t accepted. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 415;
                        /** @enum {unknown} */
                        code?: "unsupported_media_type";
                    };
                };
            };
            /** @description `workspace_moved`: The workspace moved to another address. */
            421: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 421;
                        /** @enum {unknown} */
                        code?: "workspace_moved";
                    };
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was used for another request. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 422;
                        /** @enum {unknown} */
                        code?: "idempotency_key_reused";
                    };
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 429;
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal_error";
                    };
                };
            };
            /**
             * @description `busy`: The server is busy.
             *
             *     `unavailable`: The service is unavailable at the moment.
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 503;
                        /** @enum {unknown} */
                        code?: "busy" | "unavailable";
                    };
                };
            };
        };
    };
    previewEndedPathAssignment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repetition harmless: for 24 hours the same key with the same request gets the first answer again. Give every request a key of its own, such as a UUID or `sync-2026-03-01-row-17`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The assignment of the path. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PreviewEndedPathAssignment"];
            };
        };
        responses: {
            /** @description What each person would owe no more. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PathAssignmentPreview"];
                };
            };
            /**
             * @description `invalid_request`: The request isn’t valid.
             *
             *     `malformed_json`: The body isn’t JSON.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: "invalid_request" | "malformed_json";
                    };
                };
            };
            /**
             * @description `token_missing`: No API token was sent.
             *
             *     `token_invalid`: The API token isn’t valid.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 401;
                        /** @enum {unknown} */
                        code?: "token_missing" | "token_invalid";
                    };
                };
            };
            /** @description `insufficient_scope`: The API token lacks a scope. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 403;
                        /** @enum {unknown} */
                        code?: "insufficient_scope";
                    };
                };
            };
            /** @description `assignment_not_found`: There is no such assignment in this workspace. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 404;
                        /** @enum {unknown} */
                        code?: "assignment_not_found";
                    };
                };
            };
            /** @description `request_timeout`: The request took too long to arrive. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 408;
                        /** @enum {unknown} */
                        code?: "request_timeout";
                    };
                };
            };
            /**
             * @description `assignment_ended`: The assignment has ended.
             *
             *     `idempotency_key_in_progress`: A request with this Idempotency-Key is in progress.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 409;
                        /** @enum {unknown} */
                        code?: "assignment_ended" | "idempotency_key_in_progress";
                    };
                };
            };
            /** @description `body_too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 413;
                        /** @enum {unknown} */
                        code?: "body_too_large";
                    };
                };
            };
            /** @description `unsupported_media_type`: The body has a media type that isn’t accepted. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 415;
                        /** @enum {unknown} */
                        code?: "unsupported_media_type";
                    };
                };
            };
            /** @description `workspace_moved`: The workspace moved to another address. */
            421: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 421;
                        /** @enum {unknown} */
                        code?: "workspace_moved";
                    };
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was used for another request. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 422;
                        /** @enum {unknown} */
                        code?: "idempotency_key_reused";
                    };
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 429;
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal_error";
                    };
                };
            };
            /**
             * @description `busy`: The server is busy.
             *
             *     `unavailable`: The service is unavailable at the moment.
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 503;
                        /** @enum {unknown} */
                        code?: "busy" | "unavailable";
                    };
                };
            };
        };
    };
    readPathStanding: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The path. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The counts. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The newest 100 that have not ended. */
                        assignments: components["schemas"]["PathAssignment"][];
                        counts: components["schemas"]["PathCounts"];
                        /** @description Completed, excused and open are everyone, for each module. */
                        steps: {
                            /**
                             * Format: uuid
                             * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
                             */
                            module_id: string;
                            title: string;
                            completed: number;
                            excused: number;
                            open: number;
                            /** @description Of the open ones. */
                            overdue: number;
                            /** @description How many people have this module as their first open one. */
                            at: number;
                        }[];
                    };
                };
            };
            /** @description `invalid_request`: The request isn’t valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: "invalid_request";
                    };
                };
            };
            /**
             * @description `token_missing`: No API token was sent.
             *
             *     `token_invalid`: The API token isn’t valid.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 401;
                        /** @enum {unknown} */
                        code?: "token_missing" | "token_invalid";
                    };
                };
            };
            /** @description `insufficient_scope`: The API token lacks a scope. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 403;
                        /** @enum {unknown} */
                        code?: "insufficient_scope";
                    };
                };
            };
            /** @description `path_not_found`: There is no such path in this workspace. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 404;
                        /** @enum {unknown} */
                        code?: "path_not_found";
                    };
                };
            };
            /** @description `workspace_moved`: The workspace moved to another address. */
            421: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 421;
                        /** @enum {unknown} */
                        code?: "workspace_moved";
                    };
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 429;
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal_error";
                    };
                };
            };
            /**
             * @description `busy`: The server is busy.
             *
             *     `unavailable`: The service is unavailable at the moment.
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 503;
                        /** @enum {unknown} */
                        code?: "busy" | "unavailable";
                    };
                };
            };
        };
    };
    listPathPeople: {
        parameters: {
            query?: {
                /** @description Only people with this one. */
                status?: "not_started" | "in_progress" | "completed" | "excused";
                /** @description Only people with something overdue. */
                overdue?: boolean;
                /** @description Part of a name or an e-mail, in any case. */
                search?: string;
                /** @description How many at most. */
                limit?: number;
                /** @description How many to skip. */
                offset?: number;
            };
            header?: never;
            path: {
                /** @description The path. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the people. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        people: {
                            /**
                             * Format: uuid
                             * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
                             */
                            user_id: string;
                            email: string | null;
                            /** @description The number of the HR system. */
                            external_id: string | null;
                            full_name: string;
                            department: string | null;
                            /** @enum {string} */
                            status: "not_started" | "in_progress" | "completed" | "excused";
                            /** @description Modules that are completed or excused. */
                            done: number;
                            steps: number;
                            /** @description The first module that is open. */
                            at: string | null;
                            /** @description The earliest day of what is open. */
                            due_on: string | null;
                            overdue: boolean;
                            /** @description Of their newest completion of the path. */
                            certificate_id: string | null;
                        }[];
                        total: number;
                    };
                };
            };
            /** @description `invalid_request`: The request isn’t valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: "invalid_request";
                    };
                };
            };
            /**
             * @description `token_missing`: No API token was sent.
             *
             *     `token_invalid`: The API token isn’t valid.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 401;
                        /** @enum {unknown} */
                        code?: "token_missing" | "token_invalid";
                    };
                };
            };
            /** @description `insufficient_scope`: The API token lacks a scope. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 403;
                        /** @enum {unknown} */
                        code?: "insufficient_scope";
                    };
                };
            };
            /** @description `path_not_found`: There is no such path in this workspace. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 404;
                        /** @enum {unknown} */
                        code?: "path_not_found";
                    };
                };
            };
            /** @description `workspace_moved`: The workspace moved to another address. */
            421: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 421;
                        /** @enum {unknown} */
                        code?: "workspace_moved";
                    };
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 429;
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal_error";
                    };
                };
            };
            /**
             * @description `busy`: The server is busy.
             *
             *     `unavailable`: The service is unavailable at the moment.
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 503;
                        /** @enum {unknown} */
                        code?: "busy" | "unavailable";
                    };
                };
            };
        };
    };
    exportArchive: {
        parameters: {
            query?: {
                /** @description Only this module of it. */
                module_id?: string;
                /** @description As a ZIP with pictures, sound and film, if it has any. */
                with_media?: "true" | "false";
            };
            header?: never;
            path: {
                /** @description The course. */
                course_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The archive. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                    "application/zip": string;
                };
            };
            /** @description `invalid_request`: The request isn’t valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: "invalid_request";
                    };
                };
            };
            /**
             * @description `token_missing`: No API token was sent.
             *
             *     `token_invalid`: The API token isn’t valid.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 401;
                        /** @enum {unknown} */
                        code?: "token_missing" | "token_invalid";
                    };
                };
            };
            /** @description `insufficient_scope`: The API token lacks a scope. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 403;
                        /** @enum {unknown} */
                        code?: "insufficient_scope";
                    };
                };
            };
            /**
             * @description `course_not_found`: There is no such course in this workspace.
             *
             *     `module_not_found`: There is no such module in this workspace.
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 404;
                        /** @enum {unknown} */
                        code?: "course_not_found" | "module_not_found";
                    };
                };
            };
            /** @description `module_not_published`: The module isn’t published at the moment. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 409;
                        /** @enum {unknown} */
                        code?: "module_not_published";
                    };
                };
            };
            /** @description `workspace_moved`: The workspace moved to another address. */
            421: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 421;
                        /** @enum {unknown} */
                        code?: "workspace_moved";
                    };
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 429;
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal_error";
                    };
                };
            };
            /**
             * @description `busy`: The server is busy.
             *
             *     `unavailable`: The service is unavailable at the moment.
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 503;
                        /** @enum {unknown} */
                        code?: "busy" | "unavailable";
                    };
                };
            };
        };
    };
    exportTable: {
        parameters: {
            query?: {
                /** @description Only this module of it. */
                module_id?: string;
            };
            header?: never;
            path: {
                /** @description The course. */
                course_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The table. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description `invalid_request`: The request isn’t valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: "invalid_request";
                    };
                };
            };
            /**
             * @description `token_missing`: No API token was sent.
             *
             *     `token_invalid`: The API token isn’t valid.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 401;
                        /** @enum {unknown} */
                        code?: "token_missing" | "token_invalid";
                    };
                };
            };
            /** @description `insufficient_scope`: The API token lacks a scope. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 403;
                        /** @enum {unknown} */
                        code?: "insufficient_scope";
                    };
                };
            };
            /**
             * @description `course_not_found`: There is no such course in this workspace.
             *
             *     `module_not_found`: There is no such module in this workspace.
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 404;
                        /** @enum {unknown} */
                        code?: "course_not_found" | "module_not_found";
                    };
                };
            };
            /** @description `module_not_published`: The module isn’t published at the moment. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 409;
                        /** @enum {unknown} */
                        code?: "module_not_published";
                    };
                };
            };
            /** @description `workspace_moved`: The workspace moved to another address. */
            421: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 421;
                        /** @enum {unknown} */
                        code?: "workspace_moved";
                    };
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 429;
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal_error";
                    };
                };
            };
            /**
             * @description `busy`: The server is busy.
             *
             *     `unavailable`: The service is unavailable at the moment.
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 503;
                        /** @enum {unknown} */
                        code?: "busy" | "unavailable";
                    };
                };
            };
        };
    };
    exportQti: {
        parameters: {
            query?: {
                /** @description Only this module of it. */
                module_id?: string;
            };
            header?: never;
            path: {
                /** @description The course. */
                course_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The package. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": string;
                };
            };
            /** @description `invalid_request`: The request isn’t valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: "invalid_request";
                    };
                };
            };
            /**
             * @description `token_missing`: No API token was sent.
             *
             *     `token_invalid`: The API token isn’t valid.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 401;
                        /** @enum {unknown} */
                        code?: "token_missing" | "token_invalid";
                    };
                };
            };
            /** @description `insufficient_scope`: The API token lacks a scope. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 403;
                        /** @enum {unknown} */
                        code?: "insufficient_scope";
                    };
                };
            };
            /**
             * @description `course_not_found`: There is no such course in this workspace.
             *
             *     `module_not_found`: There is no such module in this workspace.
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 404;
                        /** @enum {unknown} */
                        code?: "course_not_found" | "module_not_found";
                    };
                };
            };
            /** @description `module_not_published`: The module isn’t published at the moment. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 409;
                        /** @enum {unknown} */
                        code?: "module_not_published";
                    };
                };
            };
            /** @description `workspace_moved`: The workspace moved to another address. */
            421: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 421;
                        /** @enum {unknown} */
                        code?: "workspace_moved";
                    };
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 429;
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal_error";
                    };
                };
            };
            /**
             * @description `busy`: The server is busy.
             *
             *     `unavailable`: The service is unavailable at the moment.
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 503;
                        /** @enum {unknown} */
                        code?: "busy" | "unavailable";
                    };
                };
            };
        };
    };
    exportScorm: {
        parameters: {
            query?: {
                /** @description Only this module of it. */
                module_id?: string;
            };
            header?: never;
            path: {
                /** @description The course. */
                course_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The package. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": string;
                };
            };
            /** @description `invalid_request`: The request isn’t valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: "invalid_request";
                    };
                };
            };
            /**
             * @description `token_missing`: No API token was sent.
             *
             *     `token_invalid`: The API token isn’t valid.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 401;
                        /** @enum {unknown} */
                        code?: "token_missing" | "token_invalid";
                    };
                };
            };
            /** @description `insufficient_scope`: The API token lacks a scope. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 403;
                        /** @enum {unknown} */
                        code?: "insufficient_scope";
                    };
                };
            };
            /**
             * @description `course_not_found`: There is no such course in this workspace.
             *
             *     `module_not_found`: There is no such module in this workspace.
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 404;
                        /** @enum {unknown} */
                        code?: "course_not_found" | "module_not_found";
                    };
                };
            };
            /** @description `module_not_published`: The module isn’t published at the moment. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 409;
                        /** @enum {unknown} */
                        code?: "module_not_published";
                    };
                };
            };
            /** @description `file_too_large`: The file is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 413;
                        /** @enum {unknown} */
                        code?: "file_too_large";
                    };
                };
            };
            /** @description `workspace_moved`: The workspace moved to another address. */
            421: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 421;
                        /** @enum {unknown} */
                        code?: "workspace_moved";
                    };
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 429;
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal_error";
                    };
                };
            };
            /**
             * @description `busy`: The server is busy.
             *
             *     `unavailable`: The service is unavailable at the moment.
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 503;
                        /** @enum {unknown} */
                        code?: "busy" | "unavailable";
                    };
                };
            };
        };
    };
    uploadMediaPiece: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": string;
            };
        };
        responses: {
            /** @description The piece is stored. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: uuid
                         * @example 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6
                         */
                        id: string;
                        bytes: number;
                    };
                };
            };
            /** @description `invalid_request`: The request isn’t valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: "invalid_request";
                    };
                };
            };
            /**
             * @description `token_missing`: No API token was sent.
             *
             *     `token_invalid`: The API token isn’t valid.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 401;
                        /** @enum {unknown} */
                        code?: "token_missing" | "token_invalid";
                    };
                };
            };
            /** @description `insufficient_scope`: The API token lacks a scope. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 403;
                        /** @enum {unknown} */
                        code?: "insufficient_scope";
                    };
                };
            };
            /** @description `request_timeout`: The request took too long to arrive. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 408;
                        /** @enum {unknown} */
                        code?: "request_timeout";
                    };
                };
            };
            /** @description `storage_full`: The workspace has used up its storage. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 409;
                        /** @enum {unknown} */
                        code?: "storage_full";
                    };
                };
            };
            /** @description `file_too_large`: The file is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 413;
                        /** @enum {unknown} */
                        code?: "file_too_large";
                    };
                };
            };
            /** @description `unsupported_media_type`: The body has a media type that isn’t accepted. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 415;
                        /** @enum {unknown} */
                        code?: "unsupported_media_type";
                    };
                };
            };
            /** @description `workspace_moved`: The workspace moved to another address. */
            421: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 421;
                        /** @enum {unknown} */
                        code?: "workspace_moved";
                    };
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 429;
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal_error";
                    };
                };
            };
            /**
             * @description `busy`: The server is busy.
             *
             *     `unavailable`: The service is unavailable at the moment.
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 503;
                        /** @enum {unknown} */
                        code?: "busy" | "unavailable";
                    };
                };
            };
        };
    };
    addMedia: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddMedia"];
            };
        };
        responses: {
            /** @description The workspace has the file. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        digest: string;
                        /** @enum {string} */
                        kind: "picture" | "sound" | "film" | "captions";
                        media_type: string;
                        bytes: number;
                    };
                };
            };
            /**
             * @description `invalid_request`: The request isn’t valid.
             *
             *     `malformed_json`: The body isn’t JSON.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: "invalid_request" | "malformed_json";
                    };
                };
            };
            /**
             * @description `token_missing`: No API token was sent.
             *
             *     `token_invalid`: The API token isn’t valid.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 401;
                        /** @enum {unknown} */
                        code?: "token_missing" | "token_invalid";
                    };
                };
            };
            /** @description `insufficient_scope`: The API token lacks a scope. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 403;
                        /** @enum {unknown} */
                        code?: "insufficient_scope";
                    };
                };
            };
            /** @description `file_not_found`: There is no such file in this workspace. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 404;
                        /** @enum {unknown} */
                        code?: "file_not_found";
                    };
                };
            };
            /** @description `request_timeout`: The request took too long to arrive. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 408;
                        /** @enum {unknown} */
                        code?: "request_timeout";
                    };
                };
            };
            /** @description `storage_full`: The workspace has used up its storage. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 409;
                        /** @enum {unknown} */
                        code?: "storage_full";
                    };
                };
            };
            /**
             * @description `body_too_large`: The body is too large.
             *
             *     `file_too_large`: The file is too large.
             */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 413;
                        /** @enum {unknown} */
                        code?: "body_too_large" | "file_too_large";
                    };
                };
            };
            /**
             * @description `unsupported_media_type`: The body has a media type that isn’t accepted.
             *
             *     `unsupported_file`: Files of this kind can’t be read.
             */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 415;
                        /** @enum {unknown} */
                        code?: "unsupported_media_type" | "unsupported_file";
                    };
                };
            };
            /** @description `workspace_moved`: The workspace moved to another address. */
            421: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 421;
                        /** @enum {unknown} */
                        code?: "workspace_moved";
                    };
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 429;
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal_error";
                    };
                };
            };
            /**
             * @description `busy`: The server is busy.
             *
             *     `unavailable`: The service is unavailable at the moment.
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 503;
                        /** @enum {unknown} */
                        code?: "busy" | "unavailable";
                    };
                };
            };
        };
    };
    importCourse: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repetition harmless: for 24 hours the same key with the same request gets the first answer again. Give every request a key of its own, such as a UUID or `sync-2026-03-01-row-17`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ImportCourse"];
            };
        };
        responses: {
            /** @description The course of drafts was created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportedCourse"];
                };
            };
            /**
             * @description `invalid_request`: The request isn’t valid.
             *
             *     `malformed_json`: The body isn’t JSON.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: "invalid_request" | "malformed_json";
                    };
                };
            };
            /**
             * @description `token_missing`: No API token was sent.
             *
             *     `token_invalid`: The API token isn’t valid.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 401;
                        /** @enum {unknown} */
                        code?: "token_missing" | "token_invalid";
                    };
                };
            };
            /** @description `insufficient_scope`: The API token lacks a scope. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 403;
                        /** @enum {unknown} */
                        code?: "insufficient_scope";
                    };
                };
            };
            /** @description `department_not_found`: There is no such department in this workspace. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 404;
                        /** @enum {unknown} */
                        code?: "department_not_found";
                    };
                };
            };
            /** @description `request_timeout`: The request took too long to arrive. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 408;
                        /** @enum {unknown} */
                        code?: "request_timeout";
                    };
                };
            };
            /**
             * @description `content_limit_reached`: The workspace has reached its limit of courses or modules.
             *
             *     `idempotency_key_in_progress`: A request with this Idempotency-Key is in progress.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 409;
                        /** @enum {unknown} */
                        code?: "content_limit_reached" | "idempotency_key_in_progress";
                    };
                };
            };
            /** @description `body_too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 413;
                        /** @enum {unknown} */
                        code?: "body_too_large";
                    };
                };
            };
            /** @description `unsupported_media_type`: The body has a media type that isn’t accepted. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 415;
                        /** @enum {unknown} */
                        code?: "unsupported_media_type";
                    };
                };
            };
            /** @description `workspace_moved`: The workspace moved to another address. */
            421: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 421;
                        /** @enum {unknown} */
                        code?: "workspace_moved";
                    };
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was used for another request. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 422;
                        /** @enum {unknown} */
                        code?: "idempotency_key_reused";
                    };
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 429;
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal_error";
                    };
                };
            };
            /**
             * @description `busy`: The server is busy.
             *
             *     `unavailable`: The service is unavailable at the moment.
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 503;
                        /** @enum {unknown} */
                        code?: "busy" | "unavailable";
                    };
                };
            };
        };
    };
    createIntake: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repetition harmless: for 24 hours the same key with the same request gets the first answer again. Give every request a key of its own, such as a UUID or `sync-2026-03-01-row-17`. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateIntake"];
            };
        };
        responses: {
            /** @description The same text from the same source is there already: that suggestion, unchanged. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Suggestion"];
                };
            };
            /** @description A new suggestion, `pending` in the Recommended queue. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Suggestion"];
                };
            };
            /**
             * @description `invalid_request`: The request isn’t valid.
             *
             *     `malformed_json`: The body isn’t JSON.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 400;
                        /** @enum {unknown} */
                        code?: "invalid_request" | "malformed_json";
                    };
                };
            };
            /**
             * @description `token_missing`: No API token was sent.
             *
             *     `token_invalid`: The API token isn’t valid.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 401;
                        /** @enum {unknown} */
                        code?: "token_missing" | "token_invalid";
                    };
                };
            };
            /** @description `insufficient_scope`: The API token lacks a scope. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 403;
                        /** @enum {unknown} */
                        code?: "insufficient_scope";
                    };
                };
            };
            /** @description `department_not_found`: There is no such department in this workspace. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 404;
                        /** @enum {unknown} */
                        code?: "department_not_found";
                    };
                };
            };
            /** @description `request_timeout`: The request took too long to arrive. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 408;
                        /** @enum {unknown} */
                        code?: "request_timeout";
                    };
                };
            };
            /** @description `idempotency_key_in_progress`: A request with this Idempotency-Key is in progress. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 409;
                        /** @enum {unknown} */
                        code?: "idempotency_key_in_progress";
                    };
                };
            };
            /** @description `body_too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 413;
                        /** @enum {unknown} */
                        code?: "body_too_large";
                    };
                };
            };
            /** @description `unsupported_media_type`: The body has a media type that isn’t accepted. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 415;
                        /** @enum {unknown} */
                        code?: "unsupported_media_type";
                    };
                };
            };
            /** @description `workspace_moved`: The workspace moved to another address. */
            421: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 421;
                        /** @enum {unknown} */
                        code?: "workspace_moved";
                    };
                };
            };
            /** @description `idempotency_key_reused`: The Idempotency-Key was used for another request. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 422;
                        /** @enum {unknown} */
                        code?: "idempotency_key_reused";
                    };
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 429;
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 500;
                        /** @enum {unknown} */
                        code?: "internal_error";
                    };
                };
            };
            /**
             * @description `busy`: The server is busy.
             *
             *     `unavailable`: The service is unavailable at the moment.
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status?: 503;
                        /** @enum {unknown} */
                        code?: "busy" | "unavailable";
                    };
                };
            };
        };
    };
    receiveModuleSubmittedEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the event, and is the same in every attempt and replay: what comes with an id that you have worked on is answered as before, and not worked on again. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description When this attempt was sent, in seconds since 1970. Refuse what is older than five minutes. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description One or, while a secret is rolled, two signatures with a space between: `v1,` and the base64 of the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` by the secret behind `whsec_`. One that is right is enough. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ModuleSubmittedEvent"];
            };
        };
        responses: {
            /** @description The endpoint is wanted no more: it is switched off. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Too much at once. It is sent again after `Retry-After`, without using up an attempt. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It arrived, and is not sent again. The body is kept as part of the attempt, up to 1 KB. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveModuleSectionQueriedEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the event, and is the same in every attempt and replay: what comes with an id that you have worked on is answered as before, and not worked on again. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description When this attempt was sent, in seconds since 1970. Refuse what is older than five minutes. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description One or, while a secret is rolled, two signatures with a space between: `v1,` and the base64 of the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` by the secret behind `whsec_`. One that is right is enough. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ModuleSectionQueriedEvent"];
            };
        };
        responses: {
            /** @description The endpoint is wanted no more: it is switched off. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Too much at once. It is sent again after `Retry-After`, without using up an attempt. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It arrived, and is not sent again. The body is kept as part of the attempt, up to 1 KB. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveModuleSectionApprovedEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the event, and is the same in every attempt and replay: what comes with an id that you have worked on is answered as before, and not worked on again. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description When this attempt was sent, in seconds since 1970. Refuse what is older than five minutes. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description One or, while a secret is rolled, two signatures with a space between: `v1,` and the base64 of the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` by the secret behind `whsec_`. One that is right is enough. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ModuleSectionApprovedEvent"];
            };
        };
        responses: {
            /** @description The endpoint is wanted no more: it is switched off. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Too much at once. It is sent again after `Retry-After`, without using up an attempt. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It arrived, and is not sent again. The body is kept as part of the attempt, up to 1 KB. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveModulePublishedEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the event, and is the same in every attempt and replay: what comes with an id that you have worked on is answered as before, and not worked on again. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description When this attempt was sent, in seconds since 1970. Refuse what is older than five minutes. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description One or, while a secret is rolled, two signatures with a space between: `v1,` and the base64 of the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` by the secret behind `whsec_`. One that is right is enough. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ModulePublishedEvent"];
            };
        };
        responses: {
            /** @description The endpoint is wanted no more: it is switched off. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Too much at once. It is sent again after `Retry-After`, without using up an attempt. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It arrived, and is not sent again. The body is kept as part of the attempt, up to 1 KB. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveModuleRejectedEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the event, and is the same in every attempt and replay: what comes with an id that you have worked on is answered as before, and not worked on again. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description When this attempt was sent, in seconds since 1970. Refuse what is older than five minutes. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description One or, while a secret is rolled, two signatures with a space between: `v1,` and the base64 of the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` by the secret behind `whsec_`. One that is right is enough. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ModuleRejectedEvent"];
            };
        };
        responses: {
            /** @description The endpoint is wanted no more: it is switched off. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Too much at once. It is sent again after `Retry-After`, without using up an attempt. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It arrived, and is not sent again. The body is kept as part of the attempt, up to 1 KB. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveModuleWithdrawnEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the event, and is the same in every attempt and replay: what comes with an id that you have worked on is answered as before, and not worked on again. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description When this attempt was sent, in seconds since 1970. Refuse what is older than five minutes. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description One or, while a secret is rolled, two signatures with a space between: `v1,` and the base64 of the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` by the secret behind `whsec_`. One that is right is enough. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ModuleWithdrawnEvent"];
            };
        };
        responses: {
            /** @description The endpoint is wanted no more: it is switched off. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Too much at once. It is sent again after `Retry-After`, without using up an attempt. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It arrived, and is not sent again. The body is kept as part of the attempt, up to 1 KB. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveModuleUnpublishedEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the event, and is the same in every attempt and replay: what comes with an id that you have worked on is answered as before, and not worked on again. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description When this attempt was sent, in seconds since 1970. Refuse what is older than five minutes. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description One or, while a secret is rolled, two signatures with a space between: `v1,` and the base64 of the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` by the secret behind `whsec_`. One that is right is enough. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ModuleUnpublishedEvent"];
            };
        };
        responses: {
            /** @description The endpoint is wanted no more: it is switched off. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Too much at once. It is sent again after `Retry-After`, without using up an attempt. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It arrived, and is not sent again. The body is kept as part of the attempt, up to 1 KB. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveModuleArchivedEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the event, and is the same in every attempt and replay: what comes with an id that you have worked on is answered as before, and not worked on again. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description When this attempt was sent, in seconds since 1970. Refuse what is older than five minutes. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description One or, while a secret is rolled, two signatures with a space between: `v1,` and the base64 of the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` by the secret behind `whsec_`. One that is right is enough. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ModuleArchivedEvent"];
            };
        };
        responses: {
            /** @description The endpoint is wanted no more: it is switched off. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Too much at once. It is sent again after `Retry-After`, without using up an attempt. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It arrived, and is not sent again. The body is kept as part of the attempt, up to 1 KB. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveModuleRestoredEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the event, and is the same in every attempt and replay: what comes with an id that you have worked on is answered as before, and not worked on again. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description When this attempt was sent, in seconds since 1970. Refuse what is older than five minutes. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description One or, while a secret is rolled, two signatures with a space between: `v1,` and the base64 of the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` by the secret behind `whsec_`. One that is right is enough. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ModuleRestoredEvent"];
            };
        };
        responses: {
            /** @description The endpoint is wanted no more: it is switched off. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Too much at once. It is sent again after `Retry-After`, without using up an attempt. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It arrived, and is not sent again. The body is kept as part of the attempt, up to 1 KB. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveUserCreatedEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the event, and is the same in every attempt and replay: what comes with an id that you have worked on is answered as before, and not worked on again. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description When this attempt was sent, in seconds since 1970. Refuse what is older than five minutes. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description One or, while a secret is rolled, two signatures with a space between: `v1,` and the base64 of the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` by the secret behind `whsec_`. One that is right is enough. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserCreatedEvent"];
            };
        };
        responses: {
            /** @description The endpoint is wanted no more: it is switched off. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Too much at once. It is sent again after `Retry-After`, without using up an attempt. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It arrived, and is not sent again. The body is kept as part of the attempt, up to 1 KB. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveUserUpdatedEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the event, and is the same in every attempt and replay: what comes with an id that you have worked on is answered as before, and not worked on again. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description When this attempt was sent, in seconds since 1970. Refuse what is older than five minutes. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description One or, while a secret is rolled, two signatures with a space between: `v1,` and the base64 of the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` by the secret behind `whsec_`. One that is right is enough. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserUpdatedEvent"];
            };
        };
        responses: {
            /** @description The endpoint is wanted no more: it is switched off. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Too much at once. It is sent again after `Retry-After`, without using up an attempt. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It arrived, and is not sent again. The body is kept as part of the attempt, up to 1 KB. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveUserDeactivatedEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the event, and is the same in every attempt and replay: what comes with an id that you have worked on is answered as before, and not worked on again. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description When this attempt was sent, in seconds since 1970. Refuse what is older than five minutes. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description One or, while a secret is rolled, two signatures with a space between: `v1,` and the base64 of the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` by the secret behind `whsec_`. One that is right is enough. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserDeactivatedEvent"];
            };
        };
        responses: {
            /** @description The endpoint is wanted no more: it is switched off. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Too much at once. It is sent again after `Retry-After`, without using up an attempt. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It arrived, and is not sent again. The body is kept as part of the attempt, up to 1 KB. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveUserReactivatedEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the event, and is the same in every attempt and replay: what comes with an id that you have worked on is answered as before, and not worked on again. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description When this attempt was sent, in seconds since 1970. Refuse what is older than five minutes. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description One or, while a secret is rolled, two signatures with a space between: `v1,` and the base64 of the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` by the secret behind `whsec_`. One that is right is enough. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserReactivatedEvent"];
            };
        };
        responses: {
            /** @description The endpoint is wanted no more: it is switched off. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Too much at once. It is sent again after `Retry-After`, without using up an attempt. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It arrived, and is not sent again. The body is kept as part of the attempt, up to 1 KB. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveLearnerModuleCompletedEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the event, and is the same in every attempt and replay: what comes with an id that you have worked on is answered as before, and not worked on again. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description When this attempt was sent, in seconds since 1970. Refuse what is older than five minutes. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description One or, while a secret is rolled, two signatures with a space between: `v1,` and the base64 of the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` by the secret behind `whsec_`. One that is right is enough. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LearnerModuleCompletedEvent"];
            };
        };
        responses: {
            /** @description The endpoint is wanted no more: it is switched off. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Too much at once. It is sent again after `Retry-After`, without using up an attempt. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It arrived, and is not sent again. The body is kept as part of the attempt, up to 1 KB. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveLearnerPathCompletedEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the event, and is the same in every attempt and replay: what comes with an id that you have worked on is answered as before, and not worked on again. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description When this attempt was sent, in seconds since 1970. Refuse what is older than five minutes. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description One or, while a secret is rolled, two signatures with a space between: `v1,` and the base64 of the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` by the secret behind `whsec_`. One that is right is enough. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LearnerPathCompletedEvent"];
            };
        };
        responses: {
            /** @description The endpoint is wanted no more: it is switched off. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Too much at once. It is sent again after `Retry-After`, without using up an attempt. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It arrived, and is not sent again. The body is kept as part of the attempt, up to 1 KB. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receivePathAssignedEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the event, and is the same in every attempt and replay: what comes with an id that you have worked on is answered as before, and not worked on again. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description When this attempt was sent, in seconds since 1970. Refuse what is older than five minutes. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description One or, while a secret is rolled, two signatures with a space between: `v1,` and the base64 of the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` by the secret behind `whsec_`. One that is right is enough. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PathAssignedEvent"];
            };
        };
        responses: {
            /** @description The endpoint is wanted no more: it is switched off. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Too much at once. It is sent again after `Retry-After`, without using up an attempt. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It arrived, and is not sent again. The body is kept as part of the attempt, up to 1 KB. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveTokenCreatedEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the event, and is the same in every attempt and replay: what comes with an id that you have worked on is answered as before, and not worked on again. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description When this attempt was sent, in seconds since 1970. Refuse what is older than five minutes. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description One or, while a secret is rolled, two signatures with a space between: `v1,` and the base64 of the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` by the secret behind `whsec_`. One that is right is enough. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TokenCreatedEvent"];
            };
        };
        responses: {
            /** @description The endpoint is wanted no more: it is switched off. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Too much at once. It is sent again after `Retry-After`, without using up an attempt. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It arrived, and is not sent again. The body is kept as part of the attempt, up to 1 KB. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveTokenRevokedEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the event, and is the same in every attempt and replay: what comes with an id that you have worked on is answered as before, and not worked on again. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description When this attempt was sent, in seconds since 1970. Refuse what is older than five minutes. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description One or, while a secret is rolled, two signatures with a space between: `v1,` and the base64 of the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` by the secret behind `whsec_`. One that is right is enough. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TokenRevokedEvent"];
            };
        };
        responses: {
            /** @description The endpoint is wanted no more: it is switched off. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Too much at once. It is sent again after `Retry-After`, without using up an attempt. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It arrived, and is not sent again. The body is kept as part of the attempt, up to 1 KB. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveSuggestionCreatedEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the event, and is the same in every attempt and replay: what comes with an id that you have worked on is answered as before, and not worked on again. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description When this attempt was sent, in seconds since 1970. Refuse what is older than five minutes. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description One or, while a secret is rolled, two signatures with a space between: `v1,` and the base64 of the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` by the secret behind `whsec_`. One that is right is enough. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SuggestionCreatedEvent"];
            };
        };
        responses: {
            /** @description The endpoint is wanted no more: it is switched off. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Too much at once. It is sent again after `Retry-After`, without using up an attempt. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It arrived, and is not sent again. The body is kept as part of the attempt, up to 1 KB. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveSuggestionAcceptedEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the event, and is the same in every attempt and replay: what comes with an id that you have worked on is answered as before, and not worked on again. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description When this attempt was sent, in seconds since 1970. Refuse what is older than five minutes. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description One or, while a secret is rolled, two signatures with a space between: `v1,` and the base64 of the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` by the secret behind `whsec_`. One that is right is enough. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SuggestionAcceptedEvent"];
            };
        };
        responses: {
            /** @description The endpoint is wanted no more: it is switched off. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Too much at once. It is sent again after `Retry-After`, without using up an attempt. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It arrived, and is not sent again. The body is kept as part of the attempt, up to 1 KB. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveSuggestionDismissedEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the event, and is the same in every attempt and replay: what comes with an id that you have worked on is answered as before, and not worked on again. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description When this attempt was sent, in seconds since 1970. Refuse what is older than five minutes. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description One or, while a secret is rolled, two signatures with a space between: `v1,` and the base64 of the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` by the secret behind `whsec_`. One that is right is enough. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SuggestionDismissedEvent"];
            };
        };
        responses: {
            /** @description The endpoint is wanted no more: it is switched off. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Too much at once. It is sent again after `Retry-After`, without using up an attempt. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It arrived, and is not sent again. The body is kept as part of the attempt, up to 1 KB. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveSuggestionSupersededEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the event, and is the same in every attempt and replay: what comes with an id that you have worked on is answered as before, and not worked on again. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description When this attempt was sent, in seconds since 1970. Refuse what is older than five minutes. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description One or, while a secret is rolled, two signatures with a space between: `v1,` and the base64 of the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` by the secret behind `whsec_`. One that is right is enough. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SuggestionSupersededEvent"];
            };
        };
        responses: {
            /** @description The endpoint is wanted no more: it is switched off. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Too much at once. It is sent again after `Retry-After`, without using up an attempt. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It arrived, and is not sent again. The body is kept as part of the attempt, up to 1 KB. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveCertificationDueSoonEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the event, and is the same in every attempt and replay: what comes with an id that you have worked on is answered as before, and not worked on again. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description When this attempt was sent, in seconds since 1970. Refuse what is older than five minutes. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description One or, while a secret is rolled, two signatures with a space between: `v1,` and the base64 of the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` by the secret behind `whsec_`. One that is right is enough. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CertificationDueSoonEvent"];
            };
        };
        responses: {
            /** @description The endpoint is wanted no more: it is switched off. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Too much at once. It is sent again after `Retry-After`, without using up an attempt. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It arrived, and is not sent again. The body is kept as part of the attempt, up to 1 KB. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveCertificationExpiredEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the event, and is the same in every attempt and replay: what comes with an id that you have worked on is answered as before, and not worked on again. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description When this attempt was sent, in seconds since 1970. Refuse what is older than five minutes. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description One or, while a secret is rolled, two signatures with a space between: `v1,` and the base64 of the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` by the secret behind `whsec_`. One that is right is enough. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CertificationExpiredEvent"];
            };
        };
        responses: {
            /** @description The endpoint is wanted no more: it is switched off. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Too much at once. It is sent again after `Retry-After`, without using up an attempt. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It arrived, and is not sent again. The body is kept as part of the attempt, up to 1 KB. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveProviderKeyFailingEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the event, and is the same in every attempt and replay: what comes with an id that you have worked on is answered as before, and not worked on again. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description When this attempt was sent, in seconds since 1970. Refuse what is older than five minutes. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description One or, while a secret is rolled, two signatures with a space between: `v1,` and the base64 of the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` by the secret behind `whsec_`. One that is right is enough. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProviderKeyFailingEvent"];
            };
        };
        responses: {
            /** @description The endpoint is wanted no more: it is switched off. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Too much at once. It is sent again after `Retry-After`, without using up an attempt. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It arrived, and is not sent again. The body is kept as part of the attempt, up to 1 KB. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveDriveReconnectNeededEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the event, and is the same in every attempt and replay: what comes with an id that you have worked on is answered as before, and not worked on again. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description When this attempt was sent, in seconds since 1970. Refuse what is older than five minutes. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description One or, while a secret is rolled, two signatures with a space between: `v1,` and the base64 of the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` by the secret behind `whsec_`. One that is right is enough. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DriveReconnectNeededEvent"];
            };
        };
        responses: {
            /** @description The endpoint is wanted no more: it is switched off. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Too much at once. It is sent again after `Retry-After`, without using up an attempt. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It arrived, and is not sent again. The body is kept as part of the attempt, up to 1 KB. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveAuditCheckpointEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the event, and is the same in every attempt and replay: what comes with an id that you have worked on is answered as before, and not worked on again. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description When this attempt was sent, in seconds since 1970. Refuse what is older than five minutes. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description One or, while a secret is rolled, two signatures with a space between: `v1,` and the base64 of the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` by the secret behind `whsec_`. One that is right is enough. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AuditCheckpointEvent"];
            };
        };
        responses: {
            /** @description The endpoint is wanted no more: it is switched off. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Too much at once. It is sent again after `Retry-After`, without using up an attempt. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It arrived, and is not sent again. The body is kept as part of the attempt, up to 1 KB. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveEndpointTestEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the event, and is the same in every attempt and replay: what comes with an id that you have worked on is answered as before, and not worked on again. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description When this attempt was sent, in seconds since 1970. Refuse what is older than five minutes. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description One or, while a secret is rolled, two signatures with a space between: `v1,` and the base64 of the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` by the secret behind `whsec_`. One that is right is enough. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EndpointTestEvent"];
            };
        };
        responses: {
            /** @description The endpoint is wanted no more: it is switched off. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Too much at once. It is sent again after `Retry-After`, without using up an attempt. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It arrived, and is not sent again. The body is kept as part of the attempt, up to 1 KB. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
