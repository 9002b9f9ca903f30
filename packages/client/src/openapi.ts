// Written by docs/reference/render-openapi.ts from the OpenAPI document. Do not edit.
export interface paths {
    "/.well-known/jwks.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Public keys of tokens and signed answers (JWK set)
         * @description Current keys, and old keys while their signatures may be valid (RFC 7517).
         */
        get: operations["getPublicKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/oauth-authorization-server": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Metadata of the authorization server (RFC 8414)
         * @description Addresses of the token endpoint and the keys, and the authentication methods of clients.
         */
        get: operations["getAuthorizationServerMetadata"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/faces/authenticate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Compare a photo with the face registered for a CPF
         * @deprecated
         * @description Use POST /v1/face-authentications in new clients. Each call that reaches a verdict makes an attempt, named in Location and X-Attempt-Id.
         */
        post: operations["authenticateFace"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/faces/authenticate/{attemptId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read back an authentication attempt
         * @description A token bound to a person gets the verdict only. An unbound token with attempts:read gets photos and figures: it belongs to a back end and must never be on a phone.
         */
        get: operations["getFaceAuthenticationAttempt"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/faces/captures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send the photo of an authentication that follows
         * @description The body is the image itself (image/jpeg, image/png, image/webp, image/avif), with the CPF in X-People-Id, or a multipart form with the fields peopleId and file. A token bound to a CPF needs neither field nor header.
         */
        post: operations["capturePhoto"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * State of the process
         * @description Looks at nothing that the process depends on. See /readyz for that.
         */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/images/{imageId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a photo by the signed link of an attempt
         * @description The link is the permission: no token is needed. The audit log names the account or client that was given the link, with the `X-Purpose` of that request. A link that has expired or was altered is 404.
         */
        get: operations["getImage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Metrics of the process, in the format of Prometheus
         * @description The text format of Prometheus. Each replica shows its own figures.
         */
        get: operations["getMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth2/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get an access token (OAuth 2.0 client credentials)
         * @description A form with grant_type=client_credentials, the client authenticated by HTTP Basic, by client_id and client_secret in the form, or by client_assertion (private_key_jwt); optional scope; optional people_id binds a mobile token to one CPF. Errors have the form of RFC 6749, section 5.2.
         */
        post: operations["issueToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Readiness of the service
         * @description Looks at the database, the photo store and the networks, and names the models in use. Without the photo store it is 200 with `degraded`.
         */
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List accounts
         * @description Oldest first. Without the scope `system:read`: names and roles, to hand cases over.
         */
        get: operations["listAccounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the role of an account, or disable it
         * @description It counts from the next request on, in every replica. The last administrator stays.
         */
        patch: operations["changeAccount"];
        trace?: never;
    };
    "/v1/accounts/{id}/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reset the sign-in methods of an account
         * @description Password, authenticator and passkeys are gone and its sessions end; the link sets it up anew.
         */
        post: operations["resetAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{id}/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the sessions of an account
         * @description Newest first, with the device of each sign-in as the browser named it.
         */
        get: operations["listSessionsOfAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{id}/sessions/{sessionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End a session of an account
         * @description The next request of that session is refused by every replica.
         */
        delete: operations["endSessionOfAccount"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/attempt-statistics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Measure attempts over time
         * @description Rates, days, clients, outcomes, similarities and times of a period, beside the period of the same length before it. At most 366 days. Reads sums of hours; after an upgrade a job sums older attempts, and until then at most the newest 200,000 of them are read. Durations are read from 24 groups in each decade: at most 5 % off. Nothing personal.
         */
        get: operations["getAttemptStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List audit events
         * @description Newest first. Events hold identifiers, never documents or names. Ask for what follows with `cursor`. Who looked at a person: name the person by `personId`, or by CPF in the header X-People-Id.
         */
        get: operations["listAuditEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audit/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the audit log
         * @description Events by chain, sent as they are read. NDJSON: a line about the export, a line for each event with the hash before it, and a line that the service signed; `confere audit verify FILE --keys JWKS` verifies it anywhere. An export without the last line is not whole. CSV is for reading and cannot be verified. Limits: 10,000,000 events, and 2 exports at a time in one process.
         */
        get: operations["exportAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audit/verifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List verifications of the audit log
         * @description Those that were started over the API, the newest first.
         */
        get: operations["listAuditVerifications"];
        put?: never;
        /**
         * Verify the audit log
         * @description Reads the whole log in the background and computes every hash again. GET /v1/audit/verifications/{verificationId} shows progress and findings. One waits or runs at a time. An event `audit.verified` records its end.
         */
        post: operations["verifyAudit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audit/verifications/{verificationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a verification of the audit log
         * @description With its progress, and what it found.
         */
        get: operations["getAuditVerification"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/case-settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the rules of four eyes
         * @description Includes the pending change, and the events that open cases.
         */
        get: operations["getCaseSettings"];
        /**
         * Propose other rules of four eyes
         * @description They count once another administrator or supervisor has confirmed them.
         */
        put: operations["proposeCaseSettings"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/case-settings/changes/{id}/confirmation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm or refuse other rules of four eyes
         * @description Only for another administrator, or a supervisor. The rule of 24 hours holds here, too.
         */
        post: operations["confirmCaseSettings"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/cases": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List cases
         * @description Oldest first. Get the next page with `cursor`.
         */
        get: operations["listCases"];
        put?: never;
        /**
         * Open a case
         * @description human_review: a person asks that somebody looks at a decision made by a machine (LGPD, article 20). manual: for anything else.
         */
        post: operations["openCase"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/cases/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a case
         * @description With its comments, decisions, timeline, links and attachments, each oldest first.
         */
        get: operations["getCase"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/cases/{id}/assignment": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Hand a case over
         * @description The reason stands in the case as a comment.
         */
        post: operations["assignCase"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/cases/{id}/attachments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a photo to a case
         * @description The body is the image itself. At most 20 for each case, until its decision.
         */
        post: operations["attachPhoto"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/cases/{id}/comments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Write a comment
         * @description Comments cannot be changed. They are erased with the person.
         */
        post: operations["commentCase"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/cases/{id}/decisions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decide a case
         * @description Sets the status of the profile and ends the wait of the execution; it stands until the next decision. Where four eyes are asked for, and always from a client, it is a proposal that waits for another person.
         */
        post: operations["decideCase"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/cases/{id}/decisions/{decisionId}/confirmation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm or refuse a proposed decision
         * @description Only for another person who is signed in. Whoever invited, reset or changed the role of the other within 24 hours is refused.
         */
        post: operations["confirmCaseDecision"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/cases/{id}/duplicates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the possible duplicates of a case
         * @description The registered photos of the person of the case, then those of each person who may be the same. Empty when the case names no duplicates. Needs `attempts:read`, too. Everybody shown is recorded with the case.
         */
        get: operations["listCaseDuplicates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/cases/{id}/escalation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Hand a case up
         * @description The case becomes urgent and loses its owner. The reason becomes a comment of the case.
         */
        post: operations["escalateCase"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/cases/{id}/links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Link two cases
         * @description Each then shows the other. Linking again changes nothing.
         */
        post: operations["linkCase"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/cases/{id}/snooze": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Put a case away until a moment
         * @description At most 90 days. The case opens again automatically, with the same owner.
         */
        post: operations["snoozeCase"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/cases/assignments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Hand several cases over
         * @description At most 100. Each case is handed over separately. Cases in failed are unchanged.
         */
        post: operations["assignCases"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/cases/next": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get the oldest open case without an owner
         * @description The case is assigned to the caller. Two callers never get the same case.
         */
        post: operations["claimNextCase"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/clients": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the clients
         * @description Oldest first, revoked ones included. Secrets are never shown.
         */
        get: operations["listClients"];
        put?: never;
        /**
         * Create a client
         * @description With jwks or publicKeyPem the client proves itself with assertions it signs (private_key_jwt) and has no secret. The token must hold every scope of the new client.
         */
        post: operations["createClient"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/clients/{clientId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a client
         * @description For good: it gets no more tokens, and those it has are refused within ten seconds by every replica. Revoking again changes nothing. Without admin, the token must hold every scope of the client.
         */
        delete: operations["revokeClient"];
        options?: never;
        head?: never;
        /**
         * Change what a client requires and where its sessions may appear
         * @description Members that are absent stay as they are; a list takes the place of the one before. In force from the next request on. The token must hold every scope of the client.
         */
        patch: operations["changeClient"];
        trace?: never;
    };
    "/v1/clients/{clientId}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Replace the public keys of a client
         * @description Send the old and the new key for a change without a gap, later the new one alone. The token must hold every scope of the client.
         */
        put: operations["replaceClientKeys"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/clients/{clientId}/secrets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a client a second secret
         * @description Both are valid until one is removed, so that a secret can be replaced without a gap. The token must hold every scope of the client.
         */
        post: operations["addClientSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/clients/{clientId}/secrets/{secretId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove one of the two secrets of a client
         * @description The next token request with it is refused. Tokens it fetched live until they expire. Without admin, the token must hold every scope of the client.
         */
        delete: operations["removeClientSecret"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/companies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search the registry of companies
         * @description Needs at least one criterion, and all criteria must match. Lists every matching establishment in a stable order. Every page of one search comes from the same registry month.
         */
        get: operations["searchCompanies"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/companies/{companyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the profile of a company
         * @description A company of the registry that has no profile yet gets one by being read. A profile is as new as the registry.
         */
        get: operations["getCompany"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/companies/{companyId}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the changes of a company profile
         * @description Newest first, each change with the execution that made it.
         */
        get: operations["listCompanyHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/event-types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the types of events
         * @description Every type with its scope and the schema of its data, by name.
         */
        get: operations["listEventTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the feed of events
         * @description Oldest first. Get the next page with `after`: the feed has no gaps, whatever commits at the same time. Events hold identifiers, never documents or names; the token sees only types whose scope it has.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/executions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List executions
         * @description Newest first. Get the next page with `cursor`.
         */
        get: operations["listExecutions"];
        put?: never;
        /**
         * Run a query template on a person or company
         * @description Asks the sources of the template, checks the attributes and decides. Answers 202 at once, or 201 when it ends within Prefer: wait=N.
         */
        post: operations["createExecution"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/executions/{executionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an execution
         * @description Its state, the answer of each source, and the deciding rules.
         */
        get: operations["getExecution"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/executions/{executionId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel an execution
         * @description Ends one that has not ended, as PENDING with the reason `cancelled`: it decides nothing, and an earlier verdict of the profile stays. Executions of its partners go on. The same again answers the same. Clients get `execution.ended`.
         */
        post: operations["cancelExecution"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/executions/{executionId}/run-again": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Repeat an execution
         * @description A new execution about the same person or company, with the same attributes, metadata and reference, by the template as it is now. The earlier one stays. One repetition is under way at a time.
         */
        post: operations["runExecutionAgain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/face-authentications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List authentication attempts
         * @description Newest first. The token must be bound to nobody: it belongs to a back end and must never be on a phone.
         */
        get: operations["listFaceAuthentications"];
        put?: never;
        /**
         * Compare a photo with the face registered for a CPF and get the attempt
         * @description The same Idempotency-Key gives the same attempt. A token that is bound to a person, or lacks attempts:read, gets the verdict only. All others get photos and figures: such a token belongs to a back end and must never be on a phone.
         */
        post: operations["createFaceAuthentication"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/face-authentications/{attemptId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read back an authentication attempt
         * @description A token bound to a person gets the verdict only. An unbound token with attempts:read gets photos and figures: it belongs to a back end and must never be on a phone.
         */
        get: operations["getFaceAuthentication"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/face-authentications/{attemptId}/landmarks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find the landmarks in the photos of an attempt
         * @description The networks look at the stored photos again; nothing is stored. A photo that is gone, or in which they find no face now, is absent. Only for tokens that are bound to nobody.
         */
        get: operations["getAttemptLandmarks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/holds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the holds that stand
         * @description Of everybody, newest first.
         */
        get: operations["listHolds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/import-files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the files that can be imported
         * @description Those of one folder below IMPORT_DIR, by name; at most 1,000. Links that lead out are left out.
         */
        get: operations["listImportFiles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List imports and downloads
         * @description Those that were started over the API, the newest first.
         */
        get: operations["listImports"];
        put?: never;
        /**
         * Start an import or a download
         * @description It is done in the background; GET /v1/imports/{importId} shows progress and result. One of each source waits or runs at a time. What is in service stays until the new data are complete and checked. A download goes into `downloads` below IMPORT_DIR.
         */
        post: operations["startImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/imports/{importId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an import with its progress
         * @description Progress is written every second.
         */
        get: operations["getImport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/imports/{importId}/refused-rows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the refused rows of an import
         * @description File, line and reason of the first ones; nothing of their content.
         */
        get: operations["listRefusedRows"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/imports/{importId}/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop an import or a download
         * @description One that waits is stopped at once. One that runs has `isStopping` until its process, which looks every second, has removed what it left: rows not in service, parts of files, files of a month that this download brought. What was in service stays. An import whose data come into service before that ends as `done`.
         */
        post: operations["stopImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List invitations
         * @description Newest first, the last 200. Links cannot be shown again.
         */
        get: operations["listInvitations"];
        put?: never;
        /**
         * Invite a person
         * @description An earlier open invitation to the address ends. Only for administrators who are signed in.
         */
        post: operations["inviteAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invitations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Withdraw an invitation
         * @description Open invitations only: used ones became accounts.
         */
        delete: operations["revokeInvitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invitations/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Choose the sign-in methods of the account
         * @description With a password the answer has the secret of an authenticator app; without one, the question for a passkey. Nothing counts before confirm.
         */
        post: operations["acceptInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invitations/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make the account and sign in
         * @description Ends the link and sets the cookie of the session.
         */
        post: operations["confirmInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invitations/open": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read the invitation behind a link
         * @description For the page that the link opens. Nothing changes.
         */
        post: operations["openInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/liveness-sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask a person for a few movements of the head, to be judged by the server
         * @description captureUrl opens the capture page once. A token that is bound to a CPF makes sessions for that CPF.
         */
        post: operations["createLivenessSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/liveness-sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a liveness session and its result
         * @description A token that is bound to a CPF gets id and state of its own sessions. An unbound one gets figures and photos of sessions of its client: it belongs to a back end. People who are signed in read those of every client.
         */
        get: operations["getLivenessSession"];
        put?: never;
        post?: never;
        /**
         * Remove a liveness session with its frames
         * @description An attempt that it was used for stays, with the photo it compared. The session still counts for locks. The token must be bound to nobody.
         */
        delete: operations["deleteLivenessSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/liveness-sessions/{id}/begin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Exchange the code of the link for the secret of the session
         * @description The code works once. Whoever sent a nonce may repeat the request with the same code and nonce until the first step is shown, and is answered alike. The secret opens the other addresses of the capture page, and nothing else.
         */
        post: operations["beginLivenessSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/liveness-sessions/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End the session without a judgement
         * @description Authorization is Bearer and the secret that begin answered with; no other token opens this.
         */
        post: operations["cancelLivenessSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/liveness-sessions/{id}/finish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End the capture
         * @description The session is judged, within ten seconds as a rule. The verdict is for the client that created the session. Authorization is Bearer and the secret that begin answered with; no other token opens this.
         */
        post: operations["finishLivenessSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/liveness-sessions/{id}/frames": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send one still of the open step
         * @description The body is the still itself, JPEG or WebP, as the camera sees it and not mirrored. The same bytes under the same index again are answered alike. Authorization is Bearer and the secret that begin answered with; no other token opens this.
         */
        post: operations["sendLivenessFrame"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/liveness-sessions/{id}/handover": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let another device go on
         * @description The code begins the session once, within five minutes. The secret that asked for it reads the progress only from now on. Authorization is Bearer and the secret that begin answered with; no other token opens this.
         */
        post: operations["handOverLivenessSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/liveness-sessions/{id}/more-time": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for more time
         * @description The session gets its time once more, and each step twice its own. How often is limited. Authorization is Bearer and the secret that begin answered with; no other token opens this.
         */
        post: operations["extendLivenessSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/liveness-sessions/{id}/next": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Learn the next step
         * @description The time of the step begins. While it lacks frames, it is answered again. With a consent in force, asking for the first step says that the person gave it. Authorization is Bearer and the secret that begin answered with; no other token opens this.
         */
        post: operations["nextLivenessStep"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/liveness-sessions/{id}/progress": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the progress of the capture
         * @description The verdict is not shown: a decided session is JUDGING here. Authorization is Bearer and the secret that begin answered with; no other token opens this. A secret that handed over works, too.
         */
        get: operations["getLivenessProgress"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/liveness-sessions/{id}/upload": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a photo file where there is no camera
         * @description The body is the image itself. The session ends as NOT_PERFORMED, before its first step only: it proves no liveness and never satisfies a required challenge. Its client may use the photo like a photo sent alone. With a consent in force, the request says that the person gave it. Authorization is Bearer and the secret that begin answered with; no other token opens this.
         */
        post: operations["uploadLivenessPhoto"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/people/{cpf}/face": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the reference photos of a CPF
         * @description Newest first, each with its quality and a link to the photo. The links expire.
         */
        get: operations["listRegisteredFaces"];
        /**
         * Add a reference photo to a CPF
         * @description The body is JSON, { "imageUrl": "https:... or data:..." }, or the image itself (image/jpeg, image/png, image/webp, image/avif).
         */
        put: operations["registerFace"];
        post?: never;
        /**
         * Remove the reference photos of a CPF
         * @description Removes every reference photo of the CPF with its template. Attempts keep their verdicts.
         */
        delete: operations["deleteRegisteredFaces"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/people/{personId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the profile of a person
         * @description By profile id or CPF. Which members there are depends on the query templates that ran.
         */
        get: operations["getPerson"];
        put?: never;
        post?: never;
        /**
         * Erase a person
         * @description Erases photos, templates, the personal part of attempts, the profile with its executions, and what data sets say of the CPF (LGPD, article 18). Of attempts, verdict and time stay. There is no way back. Refused with `person_held` while a hold stands. The receipt is a JWS, verified with /.well-known/jwks.json.
         */
        delete: operations["erasePerson"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/people/{personId}/cpf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the whole CPF of a person
         * @description Answers to people who are signed in to the console mask CPFs. This one does not; the audit log records it.
         */
        get: operations["getCpf"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/people/{personId}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export everything known of a person
         * @description One JSON object with profile, executions, history, reference photos and attempts, photos in base64 (LGPD, article 18). Of a CPF without a profile: what is kept of it, liveness sessions for example, and `profile` is null. Sent as it is read: an answer that ends early is not whole.
         */
        get: operations["exportPerson"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/people/{personId}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the changes of a person profile
         * @description Newest first, each change with the execution that made it.
         */
        get: operations["listPersonHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/people/{personId}/holds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the holds of a person
         * @description Newest first, those that are over included.
         */
        get: operations["listHoldsOfPerson"];
        put?: never;
        /**
         * Keep a person from being erased
         * @description While a hold stands, erasing the person and removing the reference photos is refused with `person_held`, and retention leaves the person out. At most 10,000 stand at a time.
         */
        post: operations["setHold"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/people/{personId}/holds/{holdId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End a hold
         * @description It stays in the list, with who ended it. Retention takes up the person at its next run.
         */
        delete: operations["endHold"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/people/{personId}/registrations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the registrations of the face of a person
         * @description Newest first, of the reference photos that are there now, without the photos. Removed ones are in the audit log.
         */
        get: operations["listFaceRegistrations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/query-templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the query templates
         * @description In the order they were made, each at its current version.
         */
        get: operations["listQueryTemplates"];
        put?: never;
        /**
         * Make a query template
         * @description A template names sources, rules that decide, and whether partners are onboarded. Every problem of a template is told at once.
         */
        post: operations["createQueryTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/query-templates/{templateId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a query template
         * @description At its current version. Executions name the version that they ran.
         */
        get: operations["getQueryTemplate"];
        /**
         * Make a new version of a query template
         * @description Executions that have begun keep the version they began with. The subject cannot be changed.
         */
        put: operations["replaceQueryTemplate"];
        post?: never;
        /**
         * Take a query template out of use
         * @description New executions cannot use it. Past executions keep it.
         */
        delete: operations["deleteQueryTemplate"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/query-templates/{templateId}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the versions of a query template
         * @description Newest first, the last 100. Executions name the version that they ran.
         */
        get: operations["listQueryTemplateVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/query-templates/dry-run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try a query template
         * @description The decision about a person or company and its grounds: of a template, of one of its versions, or of a definition that is not saved. No execution, no profile, no event. Unless `asksProviders`, only data sets, lists and the registry here are read, and what providers answered to earlier executions.
         */
        post: operations["tryQueryTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/registry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read which month of the registry of companies answers
         * @description The month in service, what it holds, what changed since the month before, and every import.
         */
        get: operations["getRegistry"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read who is signed in
         * @description With the scopes of the role as it is now, and the token that changes need.
         */
        get: operations["getSession"];
        put?: never;
        /**
         * Sign in with e-mail address and password
         * @description The answer names the second factor. The session begins after the second step.
         */
        post: operations["signIn"];
        /**
         * Sign out
         * @description Ends the session and removes its cookie.
         */
        delete: operations["signOut"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/session/methods": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the sign-in methods of the service
         * @description True with single sign-on. Passwords and passkeys always work.
         */
        get: operations["getSignInMethods"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/session/passkey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in by a passkey alone
         * @description Sets the cookie of the session. Failures of passwords do not lock passkeys.
         */
        post: operations["signInByPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/session/passkey/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin a sign-in by passkey
         * @description The question for the browser is good for five minutes.
         */
        post: operations["askForPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/session/second-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End a sign-in with a code or a passkey
         * @description Sets the cookie of the session. A code works once.
         */
        post: operations["confirmSecondFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/session/sso": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Begin single sign-on
         * @description For a browser: it goes on to the issuer, and comes back to the console.
         */
        get: operations["beginSso"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/session/sso/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * End single sign-on
         * @description The issuer sends browsers here. Sets the cookie of the session and goes on to the console.
         */
        get: operations["finishSso"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the own sessions
         * @description Newest first, with the device of each sign-in as the browser named it.
         */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End one of the own sessions
         * @description The next request of that session is refused by every replica.
         */
        delete: operations["endSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sources": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List where data come from
         * @description Every list, data set, register and provider: what it is about, the day of its data, its import, its health and its licence.
         */
        get: operations["listSources"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sources/{source}/generations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what was imported of a source
         * @description The newest first, at most 50; imports by commands included.
         */
        get: operations["listSourceGenerations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sources/{source}/rollback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Put the import before in service again
         * @description At once. Of a list, one import can be taken back; of data sets the last one, within a week. Answers which generations are in service, of data sets the newest one.
         */
        post: operations["rollBackSource"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/system": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what runs
         * @description Version, database, processes and background jobs of the whole deployment.
         */
        get: operations["getSystem"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/system/failed-jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List background jobs that failed for good
         * @description The last one first. They are kept for a day.
         */
        get: operations["listFailedJobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/system/failed-jobs/{jobId}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Put a failed job back in the queue
         * @description For one more run, by whichever process takes it. When that fails, the job is failed again.
         */
        post: operations["retryFailedJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/system/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the settings in force
         * @description Of the process that answers. Of a secret the answer says only whether it is set; user and password in an address are left out.
         */
        get: operations["listSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/watches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List watches
         * @description Those of the client, oldest first, without documents. People who are signed in see those of everybody.
         */
        get: operations["listWatches"];
        put?: never;
        /**
         * Watch a person or company
         * @description Runs the query template now and whenever the watch is due. An event `watch.changed` tells when the outcome is another one than before.
         */
        post: operations["createWatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/watches/{watchId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a watch
         * @description When it ran last and when it is due, without the document.
         */
        get: operations["getWatch"];
        put?: never;
        post?: never;
        /**
         * End a watch
         * @description An execution that is under way goes on.
         */
        delete: operations["deleteWatch"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook endpoints
         * @description Those of the token’s client, oldest first; with the scope `clients:read` or `admin` those of every client.
         */
        get: operations["listWebhookEndpoints"];
        put?: never;
        /**
         * Create a webhook endpoint
         * @description Events are posted to it as Standard Webhooks: `v1` signatures by the secret, `v1a` signatures (ed25519) by a key of /.well-known/jwks.json.
         */
        post: operations["createWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{endpointId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a webhook endpoint
         * @description Its settings and its state, without its secret.
         */
        get: operations["getWebhookEndpoint"];
        put?: never;
        post?: never;
        /**
         * Remove a webhook endpoint
         * @description Also removes its deliveries, including pending ones.
         */
        delete: operations["deleteWebhookEndpoint"];
        options?: never;
        head?: never;
        /**
         * Change, disable or enable a webhook endpoint
         * @description What is left out stays. Disabling cancels what waits; what happens meanwhile can be replayed.
         */
        patch: operations["updateWebhookEndpoint"];
        trace?: never;
    };
    "/v1/webhook-endpoints/{endpointId}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the deliveries of a webhook endpoint
         * @description Newest first, each with every try.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{endpointId}/deliveries/{deliveryId}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deliver one event again
         * @description With the same `webhook-id`, after everything that is new.
         */
        post: operations["replayWebhookDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{endpointId}/replays": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deliver the events of a stretch of time again
         * @description Without `confirmedEvents` a preview: nothing is sent. With the number that the preview told, they are. Events that have arrived or are on their way are left out unless `includeDelivered`; what happened while the endpoint was disabled is part of it.
         */
        post: operations["replayWebhookEvents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{endpointId}/secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a webhook endpoint a new secret
         * @description Deliveries carry signatures by the new secret and the one before for 24 hours.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{endpointId}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send an event to try a webhook endpoint with
         * @description Of type `webhook_endpoint.tested`, to this endpoint alone, delivered like any other.
         */
        post: operations["testWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "attempt.made": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * attempt.made
         * @description A photo was compared with the registered face of a person. Clients need the scope `attempts:read`.
         */
        post: operations["onAttemptMade"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "case.decided": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * case.decided
         * @description A case was decided, and confirmed where that was needed. Clients need the scope `cases:read`.
         */
        post: operations["onCaseDecided"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "case.opened": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * case.opened
         * @description A case was opened for people to decide. Clients need the scope `cases:read`.
         */
        post: operations["onCaseOpened"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "company.list_hit_gained": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * company.list_hit_gained
         * @description An execution found a company on a public list where the profile did not show it before. Clients need the scope `companies:read`.
         */
        post: operations["onCompanyListHitGained"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "company.list_hit_lost": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * company.list_hit_lost
         * @description An execution did not find a company on a public list any more. Clients need the scope `companies:read`.
         */
        post: operations["onCompanyListHitLost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "company.partner_onboarded": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * company.partner_onboarded
         * @description The execution of a partner of a company ended. Clients need the scope `companies:read`.
         */
        post: operations["onCompanyPartnerOnboarded"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "company.status_changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * company.status_changed
         * @description The status of a company profile changed. Clients need the scope `companies:read`.
         */
        post: operations["onCompanyStatusChanged"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "execution.ended": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * execution.ended
         * @description An execution ended: it decided, it failed because a source did not answer, or somebody cancelled it. Clients need the scope `executions:read`.
         */
        post: operations["onExecutionEnded"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "execution.waiting": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * execution.waiting
         * @description An execution waits for an unavailable source and runs again later. Clients need the scope `executions:read`.
         */
        post: operations["onExecutionWaiting"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "face.possible_duplicate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * face.possible_duplicate
         * @description A registered face may also belong to another person. Clients need the scope `faces:duplicates`.
         */
        post: operations["onFacePossibleDuplicate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "face.registered": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * face.registered
         * @description A reference photo of a person was registered. Clients need the scope `faces:read`.
         */
        post: operations["onFaceRegistered"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "face.removed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * face.removed
         * @description A reference photo of a person was removed, or a newer one took its place. Clients need the scope `faces:read`.
         */
        post: operations["onFaceRemoved"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "liveness_session.ended": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * liveness_session.ended
         * @description A liveness session was judged, cancelled, ended by a photo file, or its time was over. Clients need the scope `liveness:read`.
         */
        post: operations["onLivenessSessionEnded"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "person.erased": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * person.erased
         * @description A person was erased: delete your data of this id. Clients need the scope `people:read`.
         */
        post: operations["onPersonErased"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "person.list_hit_gained": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * person.list_hit_gained
         * @description An execution found a person on a public list where the profile did not show it before. Clients need the scope `people:read`.
         */
        post: operations["onPersonListHitGained"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "person.list_hit_lost": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * person.list_hit_lost
         * @description An execution did not find a person on a public list any more. Clients need the scope `people:read`.
         */
        post: operations["onPersonListHitLost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "person.status_changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * person.status_changed
         * @description The status of a person profile changed. Clients need the scope `people:read`.
         */
        post: operations["onPersonStatusChanged"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "registry.switched": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * registry.switched
         * @description The register of companies answers from another month, after an import or a rollback. Clients need the scope `companies:read`.
         */
        post: operations["onRegistrySwitched"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "watch.changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * watch.changed
         * @description An execution of a watch came to another outcome than the one before. Clients need the scope `executions:read`.
         */
        post: operations["onWatchChanged"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook_endpoint.disabled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * webhook_endpoint.disabled
         * @description An endpoint answered 410, or failed for five days, and receives nothing any more. Clients need the scope `webhooks:read`.
         */
        post: operations["onWebhookEndpointDisabled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook_endpoint.tested": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * webhook_endpoint.tested
         * @description A test event for an endpoint. Clients need the scope `webhooks:read`.
         */
        post: operations["onWebhookEndpointTested"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** @description The token. */
        AccessToken: {
            access_token: string;
            /** @description Seconds. */
            expires_in: number;
            scope: string;
            /** @enum {string} */
            token_type: "Bearer";
        };
        AccountChange: {
            isDisabled?: boolean;
            /** @enum {unknown} */
            role?: "administrator" | "supervisor" | "analyst" | "auditor" | "developer";
        };
        /** @description The accounts. */
        Accounts: {
            items: {
                /** Format: date-time */
                createdAt: string;
                /** @description Only with the scope `system:read`. */
                email?: string;
                id: string;
                isDisabled: boolean;
                /** @description True for accounts of single sign-on. */
                isExternal: boolean;
                /** Format: date-time */
                lastSignInAt?: string;
                name: string;
                /** @enum {unknown} */
                role: "administrator" | "supervisor" | "analyst" | "auditor" | "developer";
            }[];
            /** @description UUIDv7 of the request, also in X-Request-Id. */
            requestId: string;
        };
        /** @description The cases that were handed over, and the failed ones. */
        AssignedCases: {
            failed: {
                code: string;
                id: string;
            }[];
            items: components["schemas"]["Case"][];
            /** @description UUIDv7 of the request, also in X-Request-Id. */
            requestId: string;
        };
        Attempt: {
            /** Format: date-time */
            createdAt: string;
            decision?: components["schemas"]["AttemptDecision"];
            /** @description Id of the requesting client. */
            executionOriginId: string;
            /** @description Only for tokens that have attempts:read and are bound to nobody. */
            faceMatch?: {
                isFaceMatch: boolean;
                /** @description Calibrated; 0.5 is the threshold. */
                similarity: number;
            };
            id: string;
            /** @description isFaceMatch and isAlive. */
            isMatch: boolean;
            /** @description Only for tokens that have attempts:read and are bound to nobody. */
            liveness?: {
                /**
                 * @description How the liveness session ended. not_performed: with a photo file in place of the movements, judged like a photo alone. Absent without a session.
                 * @enum {unknown}
                 */
                challenge?: "passed" | "not_performed";
                isAlive: boolean;
                /** @description False where the default network alone judged one photo: good prints and screens pass. Absent in attempts of older versions. */
                isReliable?: boolean;
                probability: number;
            };
            /** @description CPF, digits only; masked for people who are signed in to the console. Absent once the person was erased, as all that is personal. */
            peopleId?: string;
            /** @description Id of the profile, for people who are signed in. Absent once the person was erased. */
            personId?: string;
            /** @description The photo received. The address expires. Absent once its time is over. Only for tokens that have attempts:read and are bound to nobody. */
            receivedImageUrl?: string;
            /** @description The most similar reference photo. The address expires. Only for tokens that have attempts:read and are bound to nobody. */
            registeredImageUrl?: string;
            /** @description Only for tokens that have attempts:read and are bound to nobody. */
            sourceIp?: string;
        };
        /** @description The attempt. */
        AttemptAnswer: {
            data: components["schemas"]["Attempt"];
            /** @description UUIDv7 of the request, also in X-Request-Id. */
            requestId: string;
        };
        /** @description The networks and thresholds that decided. Scores compare within one templateModel only. Only for tokens that have attempts:read and are bound to nobody. */
        AttemptDecision: {
            /** @description How much more both faces have in common with people of this deployment than press photos have with each other. Absent under ten people. */
            cohort?: {
                people: number;
                receivedOrdinariness: number;
                registeredOrdinariness: number;
                /** @description Rises with every change of the people compared with. */
                version: number;
            };
            /** @description Those that the score is of: the most similar one and the ones that match it. Absent in attempts of older versions. */
            combinedReferences?: number;
            /** @description From the request to the verdict; absent in attempts of older versions. */
            durationMs?: number;
            falseMatchRate: number;
            /** @description The score before what both faces have in common with the people of this deployment was taken off it: the mean of both ordinariness figures of cohort, when that is above 0. */
            likeness?: number;
            livenessEngine: string;
            /** @description The liveness session that photo and liveness are of. */
            livenessSessionId?: string;
            livenessThreshold: number;
            models: {
                licence: string;
                name: string;
                /** @description Publisher of the weights, and unknown facts about them. */
                origin?: string;
                role: string;
                version: string;
            }[];
            /**
             * @description reference_replayed: the photo is a copy of a reference photo of the person. Absent in attempts of older versions.
             * @enum {unknown}
             */
            outcome?: "match" | "face_mismatch" | "spoof_suspected" | "reference_replayed";
            quality?: components["schemas"]["FaceQuality"];
            /** @description Reference photos compared. */
            references: number;
            /** @description Basis of the promised rate: press photos, the calibration photos of a pack, or a number of people of this deployment. */
            restsOn?: string;
            score: number;
            scoreThreshold: number;
            templateModel: string;
        };
        /** @description The points of the face mesh. */
        AttemptLandmarks: {
            received?: components["schemas"]["FaceLandmarks"];
            registered?: components["schemas"]["FaceLandmarks"];
            /** @description UUIDv7 of the request, also in X-Request-Id. */
            requestId: string;
        };
        /** @description A photo was compared with the registered face of a person. */
        AttemptMadeEvent: {
            data: {
                attemptId: string;
                personId: string;
            };
            id: string;
            /** Format: date-time */
            timestamp: string;
            /** @constant */
            type: "attempt.made";
            /** @constant */
            version: 1;
        };
        /** @description A page of attempts. Empty for an unknown person. */
        AttemptPage: {
            items: components["schemas"]["Attempt"][];
            /** @description For the next page; absent on the last one. */
            nextCursor?: string;
            /** @description UUIDv7 of the request, also in X-Request-Id. */
            requestId: string;
        };
        AttemptPeriod: {
            attempts: number;
            /** Format: date-time */
            from: string;
            /** @description More attempts are in no sum yet than were read: the oldest of them are missing. */
            isPartial: boolean;
            matches: number;
            /** @description From 0 to 1; absent without attempts. */
            matchRate?: number;
            meanSimilarity?: number;
            medianMs?: number;
            p95Ms?: number;
            /** @description Standard deviation. */
            similarityDeviation?: number;
            /** @description Attempts whose duration was recorded. */
            timed: number;
            /** Format: date-time */
            to: string;
        };
        /** @description The figures. */
        AttemptStatistics: {
            before: components["schemas"]["AttemptPeriod"];
            /** @description The 100 with the most attempts. */
            clients: {
                attempts: number;
                clientId: string;
                matches: number;
                /** @description From 0 to 1; absent without attempts. */
                matchRate?: number;
                meanSimilarity?: number;
                medianMs?: number;
                p95Ms?: number;
                /** @description Standard deviation. */
                similarityDeviation?: number;
                /** @description Attempts whose duration was recorded. */
                timed: number;
            }[];
            days: {
                attempts: number;
                /** Format: date */
                day: string;
                matches: number;
                /** @description From 0 to 1; absent without attempts. */
                matchRate?: number;
                meanSimilarity?: number;
                medianMs?: number;
                p95Ms?: number;
                /** @description Standard deviation. */
                similarityDeviation?: number;
                /** @description Attempts whose duration was recorded. */
                timed: number;
            }[];
            drift: {
                /** @description False when more than one network decided: its scores are of another scale. */
                isComparable: boolean;
                /** @description Population stability index of the similarities of both periods. Below 0.1 steady, above 0.25 shifted; absent without attempts in one of them. */
                stabilityIndex?: number;
                templateModels: string[];
            };
            now: components["schemas"]["AttemptPeriod"];
            outcomes: {
                attempts: number;
                attemptsBefore: number;
                /**
                 * @description Absent for attempts of older versions.
                 * @enum {unknown}
                 */
                outcome?: "match" | "face_mismatch" | "spoof_suspected" | "reference_replayed";
            }[];
            /** @description UUIDv7 of the request, also in X-Request-Id. */
            requestId: string;
            /** @description Similarities in twenty groups of equal width. */
            scores: {
                attempts: number;
                attemptsBefore: number;
                /** @description The least similarity of the group. */
                from: number;
            }[];
        };
        AuditEvent: {
            /** @description One of the actions of the reference page of audit events. */
            action: string;
            actor: {
                id?: string;
                /** @description client, operator, service or link (the holder of a signed link). */
                kind: string;
            };
            /** Format: date-time */
            at: string;
            chain: string;
            detail?: unknown;
            /** @description HMAC-SHA256 of the event and the one before it in its chain, in hex. */
            hash: string;
            /** @description `done`, or the code of the error. */
            outcome: string;
            /** @description The X-Purpose of the request. */
            purpose?: string;
            requestId?: string;
            sequence: number;
            /** @description The address it came from; of a phone only the network. */
            source?: string;
            /** @description Ids of the people whom it is about. */
            subjects?: string[];
            target?: string;
        };
        /** @description A page of events. */
        AuditEventPage: {
            items: components["schemas"]["AuditEvent"][];
            nextCursor?: string;
            /** @description UUIDv7 of the request, also in X-Request-Id. */
            requestId: string;
        };
        AuditVerification: {
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            finishedAt?: string;
            id: string;
            /** @description Written every half second. */
            readEvents: number;
            result?: {
                /** @description Notes of heads and of the beginning that were compared with the events they name. */
                anchors: number;
                chains: number;
                events: number;
                faultCount: number;
                /** @description Where the log breaks: the first ones, at most 100. */
                faults: {
                    chain: string;
                    /** @enum {unknown} */
                    fault: "altered" | "missing" | "head-wrong" | "cut-short" | "beginning-missing" | "begun-late" | "anchor-wrong" | "anchors-changed";
                    sequence: number;
                }[];
                /** Format: date-time */
                firstAt?: string;
                /** Format: date-time */
                lastAt?: string;
                /** @description Face locks of an earlier version, whose end is not proven. */
                oldFaceLocks?: number;
                /** @description The chains that were written last, at most 100. */
                parts: {
                    chain: string;
                    events: number;
                    /** Format: date-time */
                    firstAt?: string;
                    firstSequence: number;
                    /** Format: date-time */
                    lastAt?: string;
                    lastSequence: number;
                }[];
            };
            /** @description Id of the account or the client. */
            startedBy: string;
            /**
             * @description `failed`: it could not be read to its end, which says nothing about the log.
             * @enum {unknown}
             */
            state: "waiting" | "running" | "whole" | "broken" | "failed";
            /** @description By the heads of the chains, when it began. */
            totalEvents: number;
        };
        /** @description It waits for a process. */
        AuditVerificationAnswer: {
            data: components["schemas"]["AuditVerification"];
            /** @description UUIDv7 of the request, also in X-Request-Id. */
            requestId: string;
        };
        /** @description A page of verifications. */
        AuditVerificationPage: {
            items: components["schemas"]["AuditVerification"][];
            nextCursor?: string;
            /** @description UUIDv7 of the request, also in X-Request-Id. */
            requestId: string;
        };
        /** @description The session has begun. */
        BegunLivenessSession: {
            data: {
                alternative: string | null;
                /** @description Origins whose pages may embed the session. */
                captureOrigins: string[];
                /**
                 * @description turns-and-light: warn the person of the colours first.
                 * @enum {unknown}
                 */
                challenge: "turns" | "turns-and-light";
                consent: {
                    text: string;
                    version: string;
                } | null;
                /** @description How often the person may ask for more time. */
                extensionsLeft: number;
                /** Format: date-time */
                finishBefore: string;
                frameIntervalMs: number;
                /** @description True when a photo file may take the place of the movements. */
                isUploadAllowed: boolean;
                /** @enum {unknown} */
                locale: "pt-BR" | "en";
                maxFrameBytes: number;
                minFramesPerStep: number;
                operatorName: string;
                /** @enum {unknown} */
                purpose: "authenticate" | "register" | "check";
                redirectUrl?: string;
                secret: string;
                /** @enum {string} */
                state: "STARTED";
            };
            /** @description UUIDv7 of the request, also in X-Request-Id. */
            requestId: string;
        };
        /** @description The session has ended. */
        CancelledLivenessSession: {
            data: {
                /** @enum {unknown} */
                state: "ABANDONED" | "NOT_PERFORMED";
            };
            /** @description UUIDv7 of the request, also in X-Request-Id. */
            requestId: string;
        };
        /** @description The photo is kept until it is used or expires. */
        Capture: {
            captureId: string;
            /** Format: date-time */
            expiresAt: string;
            /** @description UUIDv7 of the request, also in X-Request-Id. */
            requestId: string;
        };
        Case: {
            assignee?: {
                id: string;
                name?: string;
            };
            attemptId?: string;
            /** Format: date-time */
            decidedAt?: string;
            /** Format: date-time */
            dueAt: string;
            executionId?: string;
            id: string;
            isEscalated: boolean;
            /** @enum {unknown} */
            kind: "execution_pending" | "rule_review" | "decision_standing" | "list_hit" | "similarity_band" | "possible_duplicate" | "liveness_failure" | "capture_upload" | "human_review" | "manual";
            /** Format: date-time */
            openedAt: string;
            /** @description The higher, the more urgent; 0 to 100. */
            priority: number;
            reasons: string[];
            /** @description Send it back with a decision. */
            revision: number;
            /** Format: date-time */
            snoozedUntil?: string;
            /** @enum {unknown} */
            state: "OPEN" | "AWAITING_CONFIRMATION" | "DECIDED" | "SNOOZED";
            subject: {
                companyId?: string;
                personId?: string;
            };
        };
        /** @description The case as it is now. */
        CaseAnswer: {
            assignee?: {
                id: string;
                name?: string;
            };
            attemptId?: string;
            /** Format: date-time */
            decidedAt?: string;
            /** Format: date-time */
            dueAt: string;
            executionId?: string;
            id: string;
            isEscalated: boolean;
            /** @enum {unknown} */
            kind: "execution_pending" | "rule_review" | "decision_standing" | "list_hit" | "similarity_band" | "possible_duplicate" | "liveness_failure" | "capture_upload" | "human_review" | "manual";
            /** Format: date-time */
            openedAt: string;
            /** @description The higher, the more urgent; 0 to 100. */
            priority: number;
            reasons: string[];
            /** @description UUIDv7 of the request, also in X-Request-Id. */
            requestId: string;
            /** @description Send it back with a decision. */
            revision: number;
            /** Format: date-time */
            snoozedUntil?: string;
            /** @enum {unknown} */
            state: "OPEN" | "AWAITING_CONFIRMATION" | "DECIDED" | "SNOOZED";
            subject: {
                companyId?: string;
                personId?: string;
            };
        };
        CaseAssignment: {
            /** @description null: no owner. */
            accountId: string | null;
            reason: string;
        };
        CaseAssignments: {
            /** @description null: no owner. */
            accountId: string | null;
            caseIds: string[];
            reason: string;
        };
        CaseComment: {
            text: string;
        };
        CaseConfirmation: {
            isConfirmed: boolean;
            note: string;
        };
        /** @description A case was decided, and confirmed where that was needed. */
        CaseDecidedEvent: {
            data: {
                caseId: string;
                companyId?: string;
                /** @enum {unknown} */
                kind: "execution_pending" | "rule_review" | "decision_standing" | "list_hit" | "similarity_band" | "possible_duplicate" | "liveness_failure" | "capture_upload" | "human_review" | "manual";
                /** @enum {unknown} */
                outcome: "approve" | "reprove" | "request_documents" | "dismiss";
                personId?: string;
            };
            id: string;
            /** Format: date-time */
            timestamp: string;
            /** @constant */
            type: "case.decided";
            /** @constant */
            version: 1;
        };
        CaseDecision: {
            confirmation?: {
                /** Format: date-time */
                at: string;
                by: {
                    id?: string;
                    /** @enum {unknown} */
                    kind: "account" | "client" | "service";
                    /** @description Of an account. */
                    name?: string;
                };
                isConfirmed: boolean;
                note?: string;
            };
            id: string;
            needsConfirmation: boolean;
            note: string;
            /** @enum {unknown} */
            outcome: "approve" | "reprove" | "request_documents" | "dismiss";
            /** Format: date-time */
            proposedAt: string;
            proposedBy: {
                id?: string;
                /** @enum {unknown} */
                kind: "account" | "client" | "service";
                /** @description Of an account. */
                name?: string;
            };
            /** @enum {unknown} */
            reasonCode: "identity_confirmed" | "documents_sufficient" | "documents_missing" | "data_mismatch" | "list_hit_confirmed" | "list_hit_other_person" | "duplicate_confirmed" | "duplicate_other_person" | "photo_insufficient" | "fraud_suspected" | "rule_overruled" | "no_action_needed" | "other";
            /**
             * Format: date-time
             * @description New facts were added to the case before anybody confirmed. Decide it again.
             */
            withdrawnAt?: string;
        };
        CaseDecisionRequest: {
            note: string;
            /** @enum {unknown} */
            outcome: "approve" | "reprove" | "request_documents" | "dismiss";
            /** @enum {unknown} */
            reasonCode: "identity_confirmed" | "documents_sufficient" | "documents_missing" | "data_mismatch" | "list_hit_confirmed" | "list_hit_other_person" | "duplicate_confirmed" | "duplicate_other_person" | "photo_insufficient" | "fraud_suspected" | "rule_overruled" | "no_action_needed" | "other";
            /** @description Of the case as it was read. */
            revision: number;
        };
        CaseDuplicate: {
            personId: string;
            /** @description Newest first. */
            photos: {
                /** @description The address expires. */
                imageUrl: string;
                /** Format: date-time */
                registeredAt: string;
            }[];
            /** @description Of the two most similar photos; 0.5 is the threshold. Absent for the person of the case, and where no photos compare. */
            similarity?: number;
        };
        /** @description The person of the case first. */
        CaseDuplicates: {
            people: components["schemas"]["CaseDuplicate"][];
            /** @description UUIDv7 of the request, also in X-Request-Id. */
            requestId: string;
        };
        CaseEscalation: {
            reason: string;
        };
        /** @description The case with all that belongs to it. */
        CaseFile: {
            assignee?: {
                id: string;
                name?: string;
            };
            attachments: {
                addedBy: string;
                /** Format: date-time */
                at: string;
                id: string;
                /** @description The address expires. */
                imageUrl: string;
            }[];
            attemptId?: string;
            comments: {
                /** Format: date-time */
                at: string;
                author: {
                    id?: string;
                    /** @enum {unknown} */
                    kind: "account" | "client" | "service";
                    /** @description Of an account. */
                    name?: string;
                };
                id: string;
                text: string;
            }[];
            /** Format: date-time */
            decidedAt?: string;
            decisions: components["schemas"]["CaseDecision"][];
            /** Format: date-time */
            dueAt: string;
            events: {
                action: string;
                actor: {
                    id?: string;
                    /** @enum {unknown} */
                    kind: "account" | "client" | "service";
                    /** @description Of an account. */
                    name?: string;
                };
                /** Format: date-time */
                at: string;
                detail: {
                    [key: string]: unknown;
                };
            }[];
            executionId?: string;
            id: string;
            isEscalated: boolean;
            /** @enum {unknown} */
            kind: "execution_pending" | "rule_review" | "decision_standing" | "list_hit" | "similarity_band" | "possible_duplicate" | "liveness_failure" | "capture_upload" | "human_review" | "manual";
            links: components["schemas"]["Case"][];
            /** Format: date-time */
            openedAt: string;
            /** @description The higher, the more urgent; 0 to 100. */
            priority: number;
            reasons: string[];
            /** @description UUIDv7 of the request, also in X-Request-Id. */
            requestId: string;
            /** @description Send it back with a decision. */
            revision: number;
            /** Format: date-time */
            snoozedUntil?: string;
            /** @enum {unknown} */
            state: "OPEN" | "AWAITING_CONFIRMATION" | "DECIDED" | "SNOOZED";
            subject: {
                companyId?: string;
                personId?: string;
            };
        };
        CaseLink: {
            caseId: string;
        };
        /** @description A case was opened for people to decide. */
        CaseOpenedEvent: {
            data: {
                caseId: string;
                companyId?: string;
                /** @enum {unknown} */
                kind: "execution_pending" | "rule_review" | "decision_standing" | "list_hit" | "similarity_band" | "possible_duplicate" | "liveness_failure" | "capture_upload" | "human_review" | "manual";
                personId?: string;
            };
            id: string;
            /** Format: date-time */
            timestamp: string;
            /** @constant */
            type: "case.opened";
            /** @constant */
            version: 1;
        };
        /** @description A page of cases, oldest first. */
        CasePage: {
            items: components["schemas"]["Case"][];
            nextCursor?: string;
            /** @description UUIDv7 of the request, also in X-Request-Id. */
            requestId: string;
        };
        /** @description Names a person or a company. */
        CaseRequest: {
            attemptId?: string;
            companyId?: string;
            executionId?: string;
            /** @enum {unknown} */
            kind: "human_review" | "manual";
            note?: string;
            personId?: string;
        };
        /** @description The rules that count now, and the change that waits. */
        CaseSettings: {
            dueHours: number;
            /** @description A decision that one of them names needs a second person. */
            fourEyes: {
                kinds: ("execution_pending" | "rule_review" | "decision_standing" | "list_hit" | "similarity_band" | "possible_duplicate" | "liveness_failure" | "capture_upload" | "human_review" | "manual")[];
                outcomes: ("approve" | "reprove" | "request_documents" | "dismiss")[];
            }[];
            /** @description Events that open cases automatically (CASES_OPEN_FOR). */
            openFor: string[];
            /** @description UUIDv7 of the request, also in X-Request-Id. */
            requestId: string;
            waiting?: {
                /** @description A decision that one of them names needs a second person. */
                fourEyes: {
                    kinds: ("execution_pending" | "rule_review" | "decision_standing" | "list_hit" | "similarity_band" | "possible_duplicate" | "liveness_failure" | "capture_upload" | "human_review" | "manual")[];
                    outcomes: ("approve" | "reprove" | "request_documents" | "dismiss")[];
                }[];
                id: string;
                /** Format: date-time */
                proposedAt: string;
                proposedBy: {
                    id?: string;
                    /** @enum {unknown} */
                    kind: "account" | "client" | "service";
                    /** @description Of an account. */
                    name?: string;
                };
            };
        };
        CaseSettingsConfirmation: {
            isConfirmed: boolean;
        };
        CaseSettingsRequest: {
            /** @description A decision that one of them names needs a second person. */
            fourEyes: {
                kinds: ("execution_pending" | "rule_review" | "decision_standing" | "list_hit" | "similarity_band" | "possible_duplicate" | "liveness_failure" | "capture_upload" | "human_review" | "manual")[];
                outcomes: ("approve" | "reprove" | "request_documents" | "dismiss")[];
            }[];
        };
        CaseSnooze: {
            /** Format: date-time */
            until: string;
        };
        /** @description The account as it is now. */
        ChangedAccount: {
            account: {
                /** Format: date-time */
                createdAt: string;
                /** @description Only with the scope `system:read`. */
                email?: string;
                id: string;
                isDisabled: boolean;
                /** @description True for accounts of single sign-on. */
                isExternal: boolean;
                /** Format: date-time */
                lastSignInAt?: string;
                name: string;
                /** @enum {unknown} */
                role: "administrator" | "supervisor" | "analyst" | "auditor" | "developer";
            };
            /** @description UUIDv7 of the request, also in X-Request-Id. */
            requestId: string;
        };
        /** @description The endpoint as it is now. */
        ChangedWebhookEndpoint: {
            data: components["schemas"]["WebhookEndpoint"];
            /** @description UUIDv7 of the request, also in X-Request-Id. */
            requestId: string;
        };
        Client: {
            /** @description Origins whose pages may embed the capture page: scheme, host and port where needed. */
            captureOrigins: string[];
            clientId: string;
            /** Format: date-time */
            createdAt: string;
            keyIds?: string[];
            /** @description Absent: what the operator demands. */
            livenessRequired: {
                /**
                 * @description passive: of one photo. challenge: a liveness session; a photo alone is refused.
                 * @enum {unknown}
                 */
                authentication?: "passive" | "challenge";
                /**
                 * @description passive: of one photo. challenge: a liveness session; a photo alone is refused.
                 * @enum {unknown}
                 */
                registration?: "passive" | "challenge";
            };
            name?: string;
            product: string;
            /** @description Where sessions may lead back to. An entry that ends with / covers what lies below it. */
            redirectUrls: string[];
            /** Format: date-time */
            revokedAt?: string;
            scopes: string[];
            /** @description Two while a secret is being replaced, none with keys. Never the secrets themselves. */
            secrets: {
                /** Format: date-time */
                createdAt: string;
                secretId: string;
            }[];
        };
        /** @description The credentials of the new client. */
        ClientCredentials: {
            clientId: string;
            /** @description Shown this once; only its hash is kept. */
            clientSecret?: string;
            /** @description Of the public keys, when there were any. */
            keyIds?: string[];
            /** @description UUIDv7 of the request, also in X-Request-Id. */
            requestId: string;
        };
        /** @description The keys in force. */
        ClientKeys: {
            clientId: string;
            keyIds: string[];
            /** @description UUIDv7 of the request, also in X-Request-Id. */
            requestId: string;
        };
        ClientKeysRequest: {
            /** @description JWK set (RFC 7517) of the public keys that the client signs assertions with. */
            jwks?: {
                keys: unknown[];
            };
            /** @description The same as one key in PEM. */
            publicKeyPem?: string;
        };
        ClientRequest: {
            /** @description Origins whose pages may embed the capture page: scheme, host and port where needed. */
            captureOrigins?: string[];
            /** @description JWK set (RFC 7517) of the public keys that the client signs assertions with. */
            jwks?: {
                keys: unknown[];
            };
            /** @description Liveness that photos of this client need. Never less than the operator demands. */
            livenessRequired?: {
                authentication?: ("passive" | "challenge") | null;
                registration?: ("passive" | "challenge") | null;
            };
            name?: string;
            /** @description mobile or customer. */
            product: string;
            /** @description The same as one key in PEM. */
            publicKeyPem?: string;
            /** @description Where sessions may lead back to. An entry that ends with / covers what lies below it. */
            redirectUrls?: string[];
            scopes: string[];
        };
        /** @description The rules in force. */
        ClientRules: {
            /** @description Origins whose pages may embed the capture page: scheme, host and port where needed. */
            captureOrigins: string[];
            clientId: string;
            /** @description Absent: what the operator demands. */
            livenessRequired: {
                /**
                 * @description passive: of one photo. challenge: a liveness session; a photo alone is refused.
                 * @enum {unknown}
                 */
                authentication?: "passive" | "challenge";
                /**
                 * @description passive: of one photo. challenge: a liveness session; a photo alone is refused.
                 * @enum {unknown}
                 */
                registration?: "passive" | "challenge";
            };
            /** @description Where sessions may lead back to. An entry that ends with / covers what lies below it. */
            redirectUrls: string[];
            /** @description UUIDv7 of the request, also in X-Request-Id. */
            requestId: string;
        };
        ClientRulesRequest: {
            /** @description Origins whose pages may embed the capture page: scheme, host and port where needed. */
            captureOrigins?: string[];
            /** @description Liveness that photos of this client need. Never less than the operator demands. */
            livenessRequired?: {
                authentication?: ("passive" | "challenge") | null;
                registration?: ("passive" | "challenge") | null;
            };
            /** @description Where sessions may lead back to. An entry that ends with / covers what lies below it. */
            redirectUrls?: string[];
        };
        /** @description The clients, oldest first. */
        Clients: {
            clients: components["schemas"]["Client"][];
            /** @description UUIDv7 of the request, also in X-Request-Id. */
            requestId: string;
        };
        /** @description The new secret. */
        ClientSecret: {
            clientId: string;
            /** @description Shown this once; only its hash is kept. */
            clientSecret: string;
            /** @description UUIDv7 of the request, also in X-Request-Id. */
            requestId: string;
            secretId: string;
        };
        /** @description The profile. Unknown fields are absent. */
        Company: {
            basicData?: components["schemas"]["CompanyBasicData"];
            cnpj: string;
            /** @description Newest first. */
            executions: components["schemas"]["ProfileExecution"][];
            /** @description com_... */
            id: string;
            /** @description With _includeOnboardingQsa=true only. */
            onboarding?: {
                qsa: {
                    name: string;
                    profileId: string;
                    /** @description PENDING, PROCESSING, COMPLETED or FAILED. */
                    status: string;
                    transactionId: string;
                }[];
            };
            /** @description Partners and administrators. With _includeOnboardingQsa=true only. */
            qsa?: {
                items: {
                    function: string;
                    functionCode: string;
                    isLegalRepresentative: boolean;
                    name: string;
                    profileId?: string;
                    status?: string;
                    transactionId?: string;
                }[];
            };
            /** @description UUIDv7 of the request, also in X-Request-Id. */
            requestId: string;
            /** @description By name of the source. With _includeOnboardingQsa=true only. */
            sources?: {
                pjData?: {
                    data: components["schemas"]["PjData"];
                    lastConsultation: {
                        /** Format: date-time */
                        date: string;
                    };
                };
                pjSimples?: {
                    data: components["schemas"]["PjSimples"];
                    lastConsultation: {
                        /** Format: date-time */
                        date: string;
                    };
                };
            } & {
                [key: string]: unknown;
            };
            /** @description PENDING, PROCESSING, APPROVED, REPROVED or WAITING_DOCUMENTS. */
            status: string;
        };
        CompanyBasicData: {
            /** @description A sole proprietor's only with the scope companies:contacts. */
            companyEmail?: string;
            companySize?: string;
            fantasyName?: string;
            /** @description R$ 1.061.004.829,23 */
            jointStock?: string;
            /** @description 201-1 - and its description. */
            legalNature?: string;
            /** @description 6204-0/00 - and its description. */
            mainActivity?: string;
            officialName?: string;
            /** @description DD/MM/YYYY */
            openingDate?: string;
            /** @description A sole proprietor's only with the scope companies:contacts. */
            phoneNumber?: string;
            secondaryActivities?: {
                code: string;
                description?: string;
            }[];
            /** @description ATIVA, BAIXADA, INAPTA, SUSPENSA or NULA. */
            status?: string;
        };
        /** @description An execution found a company on a public list where the profile did not show it before. */
        CompanyListHitGainedEvent: {
            data: {
                companyId: string;
                executionId: string;
            };
            id: string;
            /** Format: date-time */
            timestamp: string;
            /** @constant */
            type: "company.list_hit_gained";
            /** @constant */
            version: 1;
        };
        /** @description An execution did not find a company on a public list any more. */
        CompanyListHitLostEvent: {
            data: {
                companyId: string;
                executionId: string;
            };
            id: string;
            /** Format: date-time */
            timestamp: string;
            /** @constant */
            type: "company.list_hit_lost";
            /** @constant */
            version: 1;
        };
        CompanyListItem: {
            city?: {
                ibgeCode?: string;
                name?: string;
                siafiCode: string;
            };
            cnpj: string;
            fantasyName?: string;
            isHeadOffice?: boolean;
            mainActivity?: string;
            officialName?: string;
            /** @description DD/MM/YYYY */
            openingDate?: string;
            state?: string;
            status?: string;
        };
        /** @description A page of companies. */
        CompanyPage: {
            /** @description Month of the registry, YYYY-MM. */
            dataMonth: string;
            items: components["schemas"]["CompanyListItem"][];
            /** @description Absent on the last page. */
            nextCursor?: string;
            /** @description UUIDv7 of the request, also in X-Request-Id. */
            requestId: string;
        };
        /** @description The execution of a partner of a company ended. */
        CompanyPartnerOnboardedEvent: {
            data: {
                companyId: string;
                /** @description The execution of the partner. */
                executionId: string;
                partnerCompanyId?: string;
                partnerPersonId?: string;
            };
            id: string;
            /** Format: date-time */
            timestamp: string;
            /** @constant */
            type: "company.partner_onboarded";
            /** @constant */
            version: 1;
        };
        /** @description The status of a company profile changed. */
        CompanyStatusChangedEvent: {
            data: {
                companyId: string;
                executionId?: string;
            };
            id: string;
            /** Format: date-time */
            timestamp: string;
            /** @constant */
            type: "company.status_changed";
            /** @constant */
            version: 1;
        };
        /** @description Who is signed in. */
        ConsoleSession: {
            account: {
                email: string;
                id: string;
                /** @enum {unknown} */
                locale: "pt-BR" | "en";
                name: string;
                /** @enum {unknown} */
                role: "administrator" | "supervisor" | "analyst" | "auditor" | "developer";
            };
            /** @description Sent in X-CSRF-Token with each change. */
            csrfToken: string;
            /** Format: date-time */
            expiresAt: string;
            /** Format: date-time */
            idleExpiresAt: string;
            /** @description UUIDv7 of the request, also in X-Request-Id. */
            requestId: string;
            scopes: string[];
        };
        /** @description Newest first. */
        ConsoleSessions: {
            items: {
                /** @description Network address of the sign-in. */
                address: string;
                /** Format: date-time */
                createdAt: string;
                /** Format: date-time */
                expiresAt: string;
                id: string;
                isCurrent: boolean;
                /** Format: date-time */
                lastSeenAt: string;
                userAgent?: string;
            }[];
            /** @description UUIDv7 of the request, also in X-Request-Id. */
            requestId: string;
        };
        /** @description The session waits to be begun. */
        CreatedLivenessSession: {
            data: {
                /** @description With a one-time code in its fragment. */
                captureUrl: string;
                /** Format: date-time */
                expiresAt: string;
                id: string;
                /** @enum {string} */
                state: "CREATED";
            };
            /** @description UUIDv7 of the request, also in X-Request-Id. */
            requestId: string;
        };
        CurrentRegistryGeneration: {
            /** @description Establishments, against the month in service before. Absent for the first. */
            changes?: {
                /** @description Establishments closed since the previous month (status 08). */
                closed: number;
                /** @description Numbers that the earlier month had not. */
                opened: number;
                /** @description Numbers that only the earlier month had. */
                removed: number;
                sinceGeneration: number;
                /** @description Establishments whose status changed, including closed ones. */
                statusChanged: number;
            };
            /** @description Rows by table. */
            counts?: {
                [key: string]: number;
            };
            /** @description YYYY-MM */
            dataMonth: string;
            /** @description Code of the error that ended the import. */
            failure?: string;
            /** Format: date-time */
            finishedAt?: string;
            generation: number;
            /** Format: date-time */
            inServiceSince: string;
            isWholeCountry: boolean;
            quarantine?: {
                byReason: {
                    [key: string]: number;
                };
                /** @description Rows that could not be imported. */
                rows: number;
            };
            /** @description Tables and indexes on disk. */
            sizeBytes: number;
            /** Format: date-time */
            startedAt: string;
            /** @description loading, ready, failed or pruned. */
            state: string;
        };
        /** @description The decision, and the case after it. */
        DecidedCase: {
            case: components["schemas"]["Case"];
            confirmation?: {
                /** Format: date-time */
                at: string;
                by: {
                    id?: string;
                    /** @enum {unknown} */
                    kind: "account" | "client" | "service";
                    /** @description Of an account. */
                    name?: string;
                };
                isConfirmed: boolean;
                note?: string;
            };
            id: string;
            needsConfirmation: boolean;
            note: string;
            /** @enum {unknown} */
            outcome: "approve" | "reprove" | "request_documents" | "dismiss";
            /** Format: date-time */
            proposedAt: string;
            proposedBy: {
                id?: string;
                /** @enum {unknown} */
                kind: "account" | "client" | "service";
                /** @description Of an account. */
                name?: string;
            };
            /** @enum {unknown} */
            reasonCode: "identity_confirmed" | "documents_sufficient" | "documents_missing" | "data_mismatch" | "list_hit_confirmed" | "list_hit_other_person" | "duplicate_confirmed" | "duplicate_other_person" | "photo_insufficient" | "fraud_suspected" | "rule_overruled" | "no_action_needed" | "other";
            /** @description UUIDv7 of the request, also in X-Request-Id. */
            requestId: string;
            /** @enum {unknown} */
            state: "OPEN" | "AWAITING_CONFIRMATION" | "DECIDED" | "SNOOZED";
            /**
             * Format: date-time
             * @description New facts were added to the case before anybody confirmed. Decide it again.
             */
            withdrawnAt?: string;
        };
        Device: {
            fingerprint?: string;
            manufacturer?: string;
            model?: string;
            operatingSystem?: string;
        };
        /** @description What to set up. */
        Enrolment: {
            enrolmentId: string;
            /** @description For navigator.credentials, in JSON. */
            passkeyOptions?: {
                [key: string]: unknown;
            };
            /** @description UUIDv7 of the request, also in X-Request-Id. */
            requestId: string;
            totp?: {
                secret: string;
                /** @description For a QR code. */
                uri: string;
            };
        };
        EnrolmentProof: {
            code?: string;
            enrolmentId: string;
            /** @description PublicKeyCredential.toJSON() of the browser. */
            passkey?: {
                id: string;
                rawId: string;
                response: {
                    [key: string]: unknown;
                };
                /** @enum {string} */
                type: "public-key";
            } & {
                [key: string]: unknown;
            };
        };
        /** @description The person is erased. */
        Erasure: {
            /** @description Number of each kind. */
            erased: {
                [key: string]: number;
            };
            /** Format: date-time */
            erasedAt: string;
            /** @description The id of the erased person. */
            personId: string;
            /** @description All of it as a compact JWS of type confere-erasure-receipt+jwt. */
            receipt: string;
            receiptId: string;
            /** @description UUIDv7 of the request, also in X-Request-Id. */
            requestId: string;
        };
        /** @description An error: RFC 9457 members, and requestId, code and errors. */
        Error: {
            /** @description Stable; listed in the error reference. */
            code: string;
            detail?: string;
            /** @description The wrong fields, for request_invalid. */
            errors?: {
                message: string;
                path: string;
            }[];
            /** @description UUIDv7 of the request, also in X-Request-Id. */
            requestId: string;
            status: number;
            title: string;
            /** @description URN of the code (RFC 9457). */
            type: string;
        };
        Event: {
            /**
             * @description Identifiers, as the schema of the type says.
             * @example {
             *       "personId": "per_00000000000000000000000000000000",
             *       "faceId": "fac_00000000000000000000000000000000"
             *     }
             */
            data: {
                [key: string]: unknown;
            };
            /** @description evt_...; of a webhook also its `webhook-id`. */
            id: string;
            /** Format: date-time */
            timestamp: string;
            /** @description One of GET /v1/event-types. */
            type: string;
            /** @description Of the type: goes up when its data change their meaning. */
            version: number;
        };
        /** @description A page of events. */
        EventPage: {
            /** @description More may follow at once. */
            hasMore: boolean;
            items: components["schemas"]["Event"][];
            /** @description Where to go on; also on an empty page. Absent before the first event. */
            nextAfter?: string;
            /** @description UUIDv7 of the request, also in X-Request-Id. */
            requestId: string;
        };
        EventType: {
            /** @description The token has the scope. */
            isVisible: boolean;
            meaning: string;
            name: string;
            /** @description JSON Schema of `data`. */
            schema: {
                [key: string]: unknown;
            };
            /** @description A client needs it to see the type. */
            scope: string;
            version: number;
        };
        /** @description The types. */
        EventTypes: {
            items: components["schemas"]["EventType"][];
            /** @description UUIDv7 of the request, also in X-Request-Id. */
            requestId: string;
        };
        /** @description The execution, ended within the wait. */
        Execution: {
            /** @description The attributes of the request that were checked, by name. */
            attributes: {
                [key: string]: {
                    similarity?: number;
                    /** @description The source compared with. */
                    source?: string;
                    /** @description MATCH, MISMATCH, or UNKNOWN when no source has the value. */
                    verdict: string;
                };
            };
            /**
             * Format: date-time
             * @description Absent while it is under way.
             */
            completedAt?: string;
            /** Format: date-time */
            createdAt: string;
            decision?: {
                /** @description Names of the rules that decided. */
                decidedBy: string[];
                rules: {
                    name: string;
                    /** @description matched, not-matched, undetermined or unknown. */
                    outcome: string;
                    /** @description Such as absent_field. */
                    reason?: string;
                    /** @description APPROVED, REPROVED, PENDING or WAITING_DOCUMENTS. */
                    status: string;
                    /** @description The values that the rule saw, as JSON, by field; cut after 200 characters. Never contact data. Absent in decisions of older versions. */
                    values?: {
                        [key: string]: string;
                    };
                }[];
                /** @description APPROVED, REPROVED, PENDING or WAITING_DOCUMENTS. */
                status: string;
            };
            executionId: string;
            /** @description API, ONBOARDING or IMPORT. CONSOLE and CLI are set aside for a console and for commands. */
            executionOrigin: string;
            /** Format: date-time */
            lastUpdate: string;
            metadata?: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description When the execution runs again.
             */
            nextAttemptAt?: string;
            /** @description The one about the same person or company that was started after it. */
            nextExecutionId?: string;
            onboarding?: {
                qsa: {
                    name: string;
                    profileId: string;
                    /** @description PENDING, PROCESSING, COMPLETED or FAILED. */
                    status: string;
                    /** @description The execution of the partner. */
                    transactionId: string;
                }[];
            };
            /** @description Of the company it is a partner of. */
            parentExecutionId?: string;
            /** @description The one about the same person or company that was started before it. */
            previousExecutionId?: string;
            /** @description per_... or com_... */
            profileId: string;
            /** @description Why it is PENDING: cancelled, source_unavailable:NAME, source_without_data:NAME, review_needed:NAME, attribute_missing:NAME, no_rule_matched, second_person_required or rules_timeout. */
            reason?: string;
            referenceId?: string;
            /** @description UUIDv7 of the request, also in X-Request-Id. */
            requestId: string;
            /** @description The execution that this one repeats. */
            rerunOf?: string;
            /** @description The answers of the sources, by name. */
            sources: {
                [key: string]: {
                    /** @description True when an earlier execution received the answer. */
                    isReused: boolean;
                    lastConsultation: {
                        /** Format: date-time */
                        date: string;
                    };
                    /** @description found, absent or unavailable. */
                    outcome: string;
                    reason?: string;
                };
            };
            /**
             * @description queued; running; waiting, for a source, until nextAttemptAt; onboarding, for its partners; done; failed, given up because a source could not be asked; cancelled.
             * @enum {unknown}
             */
            state: "queued" | "running" | "waiting" | "onboarding" | "done" | "failed" | "cancelled";
            /** @description PROCESSING until the decision, then the decided status. `reason` explains PENDING. */
            status: string;
            /** @description person or company. */
            subject: string;
            templateId: string;
            templateVersion: number;
            /** @description Runs in which a source could not be asked, and those after, in their order. Empty when the first run had every answer, and for runs of older versions. */
            tries: components["schemas"]["ExecutionTry"][];
        };
        /** @description An execution ended: it decided, it failed because a source did not answer, or somebody cancelled it. */
        ExecutionEndedEvent: {
            data: {
                companyId?: string;
                executionId: string;
                personId?: string;
            };
            id: string;
            /** Format: date-time */
            timestamp: string;
            /** @constant */
            type: "execution.ended";
            /** @constant */
            version: 1;
        };
        /** @description A page of executions, newest first. */
        ExecutionPage: {
            items: components["schemas"]["ExecutionSummary"][];
            /** @description For the next page; absent on the last one. */
            nextCursor?: string;
            /** @description UUIDv7 of the request, also in X-Request-Id. */
            requestId: string;
        };
        ExecutionRequest: {
            /** @description What you know of the subject: name, birthDate, motherName, fatherName, rg, gender, and others for rules. Checked against the sources. */
            attributes?: {
                [key: string]: unknown;
            };
            /** @description For one about companies. No mask. */
            cnpj?: string;
            /** @description For a query template about people. Digits only. */
            cpf?: string;
            /** @description Kept and given back, also in the profile. No place for personal data. */
            metadata?: {
                [key: string]: unknown;
            };
            /** @description Your own identifier of it. */
            referenceId?: string;
            templateId: string;
        };
        ExecutionSummary: {
            /**
             * Format: date-time
             * @description Absent while it is under way.
             */
            completedAt?: string;
            /** Format: date-time */
            createdAt: string;
            executionId: string;
            /** @description API, ONBOARDING or IMPORT. CONSOLE and CLI are set aside for a console and for commands. */
            executionOrigin: string;
            /** Format: date-time */
            lastUpdate: string;
            metadata?: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description When the execution runs again.
             */
            nextAttemptAt?: string;
            /** @description Of the company it is a partner of. */
            parentExecutionId?: string;
            /** @description per_... or com_... */
            profileId: string;
            /** @description Why it is PENDING: cancelled, source_unavailable:NAME, source_without_data:NAME, review_needed:NAME, attribute_missing:NAME, no_rule_matched, second_person_required or rules_timeout. */
            reason?: string;
            referenceId?: string;
            /** @description The execution that this one repeats. */
            rerunOf?: string;
            /**
             * @description queued; running; waiting, for a source, until nextAttemptAt; onboarding, for its partners; done; failed, given up because a source could not be asked; cancelled.
             * @enum {unknown}
             */
            state: "queued" | "running" | "waiting" | "onboarding" | "done" | "failed" | "cancelled";
            /** @description PROCESSING until the decision, then the decided status. `reason` explains PENDING. */
            status: string;
            /** @description person or company. */
            subject: string;
            templateId: string;
            templateVersion: number;
        };
        ExecutionTry: {
            /** Format: date-time */
            endedAt: string;
            /** @description The sources that could not be asked. */
            faults: {
                /** @description Such as source_timeout or source_failed. */
                reason: string;
                source: string;
            }[];
            /** Format: date-time */
            nextAttemptAt?: string;
            number: number;
            /** Format: date-time */
            startedAt: string;
            /**
             * @description The state that it left the execution in.
             * @enum {unknown}
             */
            state: "queued" | "running" | "waiting" | "onboarding" | "done" | "failed" | "cancelled";
        };
        /** @description An execution waits for an unavailable source and runs again later. */
        ExecutionWaitingEvent: {
            data: {
                companyId?: string;
                executionId: string;
                personId?: string;
            };
            id: string;
            /** Format: date-time */
            timestamp: string;
            /** @constant */
            type: "execution.waiting";
            /** @constant */
            version: 1;
        };
        /** @description The session has more time. */
        ExtendedLivenessSession: {
            data: {
                /** Format: date-time */
                due?: string;
                extensionsLeft: number;
                /** Format: date-time */
                finishBefore: string;
            };
            /** @description UUIDv7 of the request, also in X-Request-Id. */
            requestId: string;
        };
        FaceAuthenticationRequest: {
            device?: components["schemas"]["Device"];
            /** @description Photo to compare: an https: address, or a data: address with the photo inline. Without it the newest unused capture of the client for the CPF is taken. */
            imageUrl?: string;
            /** @description A liveness session that passed, or holds a photo file where no challenge is required, in place of imageUrl. It can be used once, within ten minutes. */
            livenessSessionId?: string;
            /** @description CPF, digits only. */
            peopleId: string;
        };
        /** @description True when the face matches the registered face. */
        FaceAuthenticationResult: {
            isMatch: boolean;
            /** @description UUIDv7 of the request, also in X-Request-Id. */
            requestId: string;
        };
        FaceLandmarks: {
            height: number;
            /** @description x and y of the points of the face mesh in turn, as fractions of width and height. */
            points: number[];
            /** @description Of the upright photo, in pixels. */
            width: number;
        };
        /** @description A registered face may also belong to another person. */
        FacePossibleDuplicateEvent: {
            data: {
                faceId: string;
                otherPersonId: string;
                personId: string;
            };
            id: string;
            /** Format: date-time */
            timestamp: string;
            /** @constant */
            type: "face.possible_duplicate";
            /** @constant */
            version: 1;
        };
        FaceQuality: {
            /** @description Mean grey, 0 to 255. */
            brightness: number;
            /** @description The same by the names of ISO/IEC 29794-5, 0 (worst) to 100. */
            components?: {
                cropOfFace: number;
                dynamicRange: number;
                eyesOpen: number;
                eyesVisible: number;
                headPosePitch: number;
                headPoseRoll: number;
                headPoseYaw: number;
                illuminationUniformity: number;
                interEyeDistance: number;
                luminanceMean: number;
                mouthClosed: number;
                mouthOcclusionPrevention: number;
                overExposurePrevention: number;
                sharpness: number;
                underExposurePrevention: number;
            };
            /** @description Standard deviation of the grey, 0 to 127. */
            contrast: number;
            /** @description Detector's confidence, 0 to 1. */
            detectionScore: number;
            /** @description Entropy of the grey values, 0 to 8. */
            dynamicRangeBits?: number;
            /** @description Distance of the eye centres in pixels. */
            eyeDistancePx: number;
            /** @description Gap of the lids, in distances from the eyes to the chin. */
            eyeOpenness?: number;
            /** @description Estimated visibility of the eyes, 0 (covered) to 1. */
            eyesVisibility?: number;
            /** @description Share of the face that lies in the photo, 0 to 1. */
            faceInsideShare?: number;
            /** @description Width of the face in pixels of the upright photo. */
            faceWidthPx: number;
            /** @description Share of the photo's width, 0 to 1. */
            faceWidthShare: number;
            /** @description Overlap of the brightness of both cheeks, 0 to 1. */
            illuminationUniformity?: number;
            /** @description Gap of the lips in the same unit. */
            mouthOpenness?: number;
            /** @description The same of the mouth. */
            mouthVisibility?: number;
            /** @description Share of the face that is nearly white, 0 to 1. */
            overexposedShare?: number;
            /** @description Positive when the person looks up. */
            pitchDegrees?: number;
            /** @description Positive when the head is turned clockwise. */
            rollDegrees?: number;
            /** @description Larger is sharper. */
            sharpness: number;
            /** @description Share of the face that is nearly black, 0 to 1. */
            underexposedShare?: number;
            /** @description Positive when the person looks to their own left. */
            yawDegrees?: number;
        };
        /** @description A reference photo of a person was registered. */
        FaceRegisteredEvent: {
            data: {
                faceId: string;
                personId: string;
            };
            id: string;
            /** Format: date-time */
            timestamp: string;
            /** @constant */
            type: "face.registered";
            /** @constant */
            version: 1;
        };
        /** @description A further photo of the person. */
        FaceRegistration: {
            /** Format: date-time */
            createdAt: string;
            /** @description With the scope faces:duplicates: whether every registered face was compared. After `incomplete`, `loading` and `failed` the service repeats the search and reports what it finds by the event `face.possible_duplicate`. */
            duplicateSearch?: "complete" | "partial" | "incomplete" | "loading" | "failed";
            /** @description Id of the reference photo. */
            id: string;
            liveness: {
                engine: string;
                isAlive: boolean;
                probability: number;
            };
            /** @description With the scope faces:duplicates: other people whose registered face may be the same, the most alike first. */
            possibleDuplicates?: {
                /** @description Profile id of the other person, never a CPF. */
                personId: string;
                similarity: number;
            }[];
            quality: components["schemas"]["FaceQuality"];
            /** @description Reference photos the person has now. */
            references: number;
            /** @description UUIDv7 of the request, also in X-Request-Id. */
            requestId: string;
            templateModel: string;
        };
        FaceRegistrationEntry: {
            /** @description fac_... */
            id: string;
            /** @description Legal basis of the registration, if given. */
            legalBasis?: string;
            /** Format: date-time */
            registeredAt: string;
            templateModel: string;
        };
        /** @description The registrations, newest first. */
        FaceRegistrationList: {
            items: components["schemas"]["FaceRegistrationEntry"][];
            /** @description per_... */
            personId: string;
            /** @description UUIDv7 of the request, also in X-Request-Id. */
            requestId: string;
        };
        /** @description A reference photo of a person was removed, or a newer one took its place. */
        FaceRemovedEvent: {
            data: {
                faceId: string;
                personId: string;
            };
            id: string;
            /** Format: date-time */
            timestamp: string;
            /** @constant */
            type: "face.removed";
            /** @constant */
            version: 1;
        };
        FailedJob: {
            /** Format: date-time */
            addedAt: string;
            /** Format: date-time */
            failedAt: string;
            id: string;
            kind: string;
            /** @description A code or a short sentence. */
            reason?: string;
            /** @description Runs that it had. */
            tries: number;
        };
        /** @description A page of failed jobs. */
        FailedJobPage: {
            items: components["schemas"]["FailedJob"][];
            nextCursor?: string;
            /** @description UUIDv7 of the request, also in X-Request-Id. */
            requestId: string;
        };
        /** @description The process answers. */
        Health: {
            /** @description UUIDv7 of the request, also in X-Request-Id. */
            requestId: string;
            /** @enum {string} */
            status: "ok";
        };
        HistoryEntry: {
            /** Format: date-time */
            changedAt: string;
            changes: {
                from?: unknown;
                /** @description `status`, `basicData.` and a field, or `lists.` and a source: entries of lists that it lost (`from`) and gained (`to`), with list and basis. */
                path: string;
                to?: unknown;
            }[];
            /** @description The execution that changed it. */
            executionId: string;
            id: string;
        };
        /** @description Changes, newest first. */
        HistoryPage: {
            /** @description per_... or com_... */
            id: string;
            items: components["schemas"]["HistoryEntry"][];
            nextCursor?: string;
            /** @description UUIDv7 of the request, also in X-Request-Id. */
            requestId: string;
        };
        Hold: {
            /** Format: date-time */
            endedAt?: string;
            endedBy?: {
                id?: string;
                /** @enum {unknown} */
                kind: "account" | "client" | "operator";
            };
            id: string;
            /** @description False once it was ended or its time is over. */
            isStanding: boolean;
            personId: string;
            reason: string;
            /** Format: date-time */
            setAt: string;
            setBy: {
                id?: string;
                /** @enum {unknown} */
                kind: "account" | "client" | "operator";
            };
            /** Format: date-time */
            until?: string;
        };
        /** @description The hold stands. */
        HoldAnswer: {
            data: components["schemas"]["Hold"];
            /** @description UUIDv7 of the request, also in X-Request-Id. */
            requestId: string;
        };
        /** @description A page of holds. */
        HoldPage: {
            items: components["schemas"]["Hold"][];
            nextCursor?: string;
            /** @description UUIDv7 of the request, also in X-Request-Id. */
            requestId: string;
        };
        HoldRequest: {
            /** @description Kept sealed. */
            reason: string;
            /**
             * Format: date-time
             * @description When it ends by itself; never unless given.
             */
            until?: string;
        };
        /** @description The holds. */
        HoldsOfPerson: {
            items: components["schemas"]["Hold"][];
            /** @description UUIDv7 of the request, also in X-Request-Id. */
            requestId: string;
        };
        /** @description It waits for a process. */
        ImportAnswer: {
            data: components["schemas"]["SourceImport"];
            /** @description UUIDv7 of the request, also in X-Request-Id. */
            requestId: string;
        };
        ImportFile: {
            isFolder: boolean;
            /** Format: date-time */
            modifiedAt: string;
            name: string;
            path: string;
            sizeBytes: number;
        };
        /** @description The files. */
        ImportFiles: {
            /** @description True when the folder has more. */
            isCut: boolean;
            items: components["schemas"]["ImportFile"][];
            /** @description UUIDv7 of the request, also in X-Request-Id. */
            requestId: string;
        };
        /** @description A page of imports. */
        ImportPage: {
            items: components["schemas"]["SourceImport"][];
            nextCursor?: string;
            /** @description UUIDv7 of the request, also in X-Request-Id. */
            requestId: string;
        };
        ImportRequest: {
            /** @enum {unknown} */
            action: "import" | "download";
            /** @description Takes the data although checks against those in service fail. */
            isForced?: boolean;
            /**
             * Format: date
             * @description Day of a data set, or of a list where neither file nor name says it.
             */
            listDate?: string;
            /** @description Of a data set: path below IMPORT_DIR of the JSON file that names its columns. Usual names need none. */
            mappingPath?: string;
            /** @description Month of the registry. */
            month?: string;
            /** @description Part of the registry, such as `uf=SP,RJ`. */
            only?: string;
            /** @description Path below IMPORT_DIR, with / between its parts. */
            path?: string;
            /**
             * @description A public list by its name, `data-sets` (of people), `registry` or `tax-regimes`.
             * @enum {unknown}
             */
            source: "pep" | "ceis" | "cnep" | "ceaf" | "cepim" | "tse" | "tcu-inabilitados" | "tcu-inidoneos" | "mte" | "bcb-inabilitados" | "bcb-proibidos" | "ibama" | "pgfn" | "un" | "ofac-sdn" | "ofac-consolidated" | "eu" | "uk" | "data-sets" | "registry" | "tax-regimes";
        };
        InvitationAcceptance: {
            /** @description From the fragment of the link. */
            code: string;
            email?: string;
            /** @enum {unknown} */
            locale?: "pt-BR" | "en";
            name?: string;
            password?: string;
        };
        InvitationCode: {
            /** @description From the fragment of the link. */
            code: string;
        };
        InvitationRequest: {
            email: string;
            name: string;
            /** @enum {unknown} */
            role: "administrator" | "supervisor" | "analyst" | "auditor" | "developer";
        };
        /** @description The invitations. */
        Invitations: {
            items: {
                /** Format: date-time */
                createdAt: string;
                email: string;
                /** Format: date-time */
                expiresAt: string;
                id: string;
                name: string;
                /** @enum {unknown} */
                purpose: "first" | "invitation" | "reset";
                /** @enum {unknown} */
                role: "administrator" | "supervisor" | "analyst" | "auditor" | "developer";
                /** @enum {unknown} */
                state: "open" | "used" | "revoked" | "expired";
            }[];
            /** @description UUIDv7 of the request, also in X-Request-Id. */
            requestId: string;
        };
        JobBacklog: {
            /** @description Not due yet: retries, and jobs for later. */
            delayed: number;
            /** @description Failed for good; kept for a day. */
            failed: number;
            kind: string;
            oldestWaitingSeconds: number;
            running: number;
            waiting: number;
        };
        /** @description The JWK set. */
        JwkSet: {
            keys: {
                [key: string]: unknown;
            }[];
        };
        LivenessBeginning: {
            code: string;
            consentVersion?: string;
            /** @description Device data from the page. Stored sealed. */
            device?: {
                [key: string]: unknown;
            };
            /** @description At least 128 random bits in base64url. With it a lost answer can be asked for again. */
            nonce?: string;
        };
        /** @description The hint for the person. */
        LivenessCaptureOutcome: {
            data: {
                /** @enum {unknown} */
                hint?: "turn_further" | "turn_slower" | "be_quicker" | "stay_in_view" | "stay_in_place" | "darker_place";
                /** @enum {unknown} */
                outcome: "done" | "try_again";
                redirectUrl?: string;
            };
            /** @description UUIDv7 of the request, also in X-Request-Id. */
            requestId: string;
        };
        /** @description A code for the other device. */
        LivenessHandover: {
            data: {
                code: string;
                /** Format: date-time */
                expiresAt: string;
            };
            /** @description UUIDv7 of the request, also in X-Request-Id. */
            requestId: string;
        };
        /** @description The progress. */
        LivenessProgress: {
            data: {
                isFinished: boolean;
                /** @description True when a photo file ended the session. */
                isUploaded: boolean;
                /** @enum {unknown} */
                state: "CREATED" | "STARTED" | "CAPTURING" | "JUDGING" | "PASSED" | "FAILED" | "EXPIRED" | "ABANDONED" | "NOT_PERFORMED";
            };
            /** @description UUIDv7 of the request, also in X-Request-Id. */
            requestId: string;
        };
        LivenessSession: {
            /**
             * @description Only for tokens that are bound to nobody.
             * @enum {unknown}
             */
            challenge?: "turns" | "turns-and-light";
            /** Format: date-time */
            consentedAt?: string;
            consentVersion?: string;
            /** Format: date-time */
            createdAt?: string;
            /** Format: date-time */
            endedAt?: string;
            /** Format: date-time */
            expiresAt?: string;
            /** @description How often the person was given more time. Only for tokens that are bound to nobody. */
            extensions?: number;
            id: string;
            /**
             * @description Only for tokens that are bound to nobody.
             * @enum {unknown}
             */
            purpose?: "authenticate" | "register" | "check";
            /** @description Reasons of the failure, for support staff. Never show them to the person. */
            reasons?: ("wrong_direction" | "flat" | "other_person" | "too_late" | "frames_repeated" | "frames_seen_before" | "face_lost" | "motion_broken" | "turn_too_quick" | "surroundings_changed" | "passive_spoof" | "wrong_light" | "light_unclear" | "not_judged")[];
            /** @enum {unknown} */
            state: "CREATED" | "STARTED" | "CAPTURING" | "JUDGING" | "PASSED" | "FAILED" | "EXPIRED" | "ABANDONED" | "NOT_PERFORMED";
            /** @description The steps that were shown. Only for tokens that are bound to nobody. */
            steps?: {
                /** @description Of a turn: the angle of the frame on the way to it. Absent when no frame shows the way. */
                betweenDegrees?: number;
                /** @description The same of blue. */
                blueTone?: number;
                /**
                 * @description What the screen showed.
                 * @enum {unknown}
                 */
                colour?: "blue" | "green" | "amber" | "pink";
                /** Format: date-time */
                due: string;
                frames: {
                    /** @description The address expires. */
                    imageUrl: string;
                    index: number;
                    /** Format: date-time */
                    receivedAt: string;
                }[];
                isFulfilled?: boolean;
                /** @enum {unknown} */
                kind: "center" | "left" | "right" | "up" | "light";
                /** @description Width by height of the face, as a share of the reference frame’s. */
                narrowing?: number;
                number: number;
                /** @description Positive upwards. */
                pitchDegrees?: number;
                /** @description Of a light step: how red the face is against its surroundings. */
                redTone?: number;
                /** @description The evidence of depth; see the guide. */
                residual?: number;
                /** Format: date-time */
                shownAt: string;
                /** @description Turn since the reference frame; positive to the own left. */
                yawDegrees?: number;
            }[];
            /** @description The photo file that was sent in place of the movements. Only for tokens that are bound to nobody. */
            upload?: {
                /** @description The address expires. */
                imageUrl: string;
                /** Format: date-time */
                receivedAt: string;
            };
            /** Format: date-time */
            usedAt?: string;
            /** @description The attempt or reference photo that the session was used for. */
            usedBy?: string;
            /** @description Only for tokens that are bound to nobody. */
            verdict?: {
                /** @description Version of the rules, and the passive engine. */
                engine: string;
                isAlive: boolean;
                /** @description How much the face changed its tone with the light of the screen, and how well in its order (1: exactly). */
                light?: {
                    agreement: number;
                    strength: number;
                };
                /** @description Share of people among sessions like this one, if simulated attacks come as often; 0.5 is the threshold. Injected cameras are not covered. */
                probability: number;
            };
        };
        /** @description The session. */
        LivenessSessionAnswer: {
            data: components["schemas"]["LivenessSession"];
            /** @description UUIDv7 of the request, also in X-Request-Id. */
            requestId: string;
        };
        /** @description A liveness session was judged, cancelled, ended by a photo file, or its time was over. */
        LivenessSessionEndedEvent: {
            data: {
                livenessSessionId: string;
            };
            id: string;
            /** Format: date-time */
            timestamp: string;
            /** @constant */
            type: "liveness_session.ended";
            /** @constant */
            version: 1;
        };
        LivenessSessionRequest: {
            /**
             * @description turns: turns of the head. turns-and-light: the screen also shows colours; only with LIVENESS_LIGHT=offered.
             * @default turns
             * @enum {unknown}
             */
            challenge: "turns" | "turns-and-light";
            /**
             * @default pt-BR
             * @enum {unknown}
             */
            locale: "pt-BR" | "en";
            /** @description CPF, digits only. */
            peopleId?: string;
            /**
             * @description authenticate, register: to be used once for that. check: only to be read.
             * @enum {unknown}
             */
            purpose: "authenticate" | "register" | "check";
            /** @description Where the page goes afterwards: an https: address. */
            redirectUrl?: string;
        };
        /** @description The step. */
        LivenessStep: {
            data: {
                step: {
                    /** @description How many of these frames are to show the head on its way to the pose, about half of the turn. Absent for steps without a turn. */
                    between?: number;
                    /** @enum {unknown} */
                    colour?: "blue" | "green" | "amber" | "pink";
                    /** Format: date-time */
                    due: string;
                    /** @description Number of frames that the step needs. */
                    frames: number;
                    /**
                     * @description left and right are the person’s own. light: the person looks ahead while the screen shows the colour.
                     * @enum {unknown}
                     */
                    kind: "center" | "left" | "right" | "up" | "light";
                    number: number;
                    of: number;
                } | null;
            };
            /** @description UUIDv7 of the request, also in X-Request-Id. */
            requestId: string;
        };
        /** @description The link is for you to hand over. */
        MadeInvitation: {
            /** Format: date-time */
            expiresAt: string;
            id: string;
            /** @description Shown this once; its code is in the fragment. */
            link: string;
            /** @description UUIDv7 of the request, also in X-Request-Id. */
            requestId: string;
        };
        /** @description The endpoint and its secret. */
        NewWebhookEndpoint: {
            data: components["schemas"]["WebhookEndpoint"];
            /** @description UUIDv7 of the request, also in X-Request-Id. */
            requestId: string;
            /** @description whsec_...; shown this once. */
            secret: string;
        };
        /** @description Who is invited. */
        OpenInvitation: {
            email: string;
            /** @description The account exists and is set up anew. */
            isReset: boolean;
            /** @description True for the first administrator. */
            mayChooseEmail: boolean;
            name: string;
            /** @description UUIDv7 of the request, also in X-Request-Id. */
            requestId: string;
            /** @enum {unknown} */
            role: "administrator" | "supervisor" | "analyst" | "auditor" | "developer";
        };
        /** @description For navigator.credentials.get. */
        PasskeyQuestion: {
            challengeId: string;
            /** @description For navigator.credentials, in JSON. */
            options: {
                [key: string]: unknown;
            };
            /** @description UUIDv7 of the request, also in X-Request-Id. */
            requestId: string;
        };
        PasskeySignIn: {
            challengeId: string;
            /** @description PublicKeyCredential.toJSON() of the browser. */
            passkey: {
                id: string;
                rawId: string;
                response: {
                    [key: string]: unknown;
                };
                /** @enum {string} */
                type: "public-key";
            } & {
                [key: string]: unknown;
            };
        };
        /** @description The profile. Unknown fields are absent. */
        Person: {
            basicData?: components["schemas"]["PersonBasicData"];
            /** @description Digits only; masked for people who are signed in to the console. Absent for a partner known by name and masked CPF. */
            cpf?: string;
            /** @description Newest first. */
            executions: components["schemas"]["ProfileExecution"][];
            /** @description per_... */
            id: string;
            /** @description UUIDv7 of the request, also in X-Request-Id. */
            requestId: string;
            /** @description By name of the source. */
            sources?: {
                [key: string]: components["schemas"]["SourceAnswer"];
            };
            /** @description PENDING, PROCESSING, APPROVED, REPROVED or WAITING_DOCUMENTS. */
            status: string;
        };
        PersonBasicData: {
            /** @description DD/MM/YYYY */
            birthDate?: string;
            fatherName?: string;
            gender?: string;
            motherName?: string;
            name?: string;
            rg?: string;
        };
        /** @description The CPF. */
        PersonCpf: {
            /** @description Digits only. Absent for a partner known by name and masked CPF. */
            cpf?: string;
            /** @description per_... */
            personId: string;
            /** @description UUIDv7 of the request, also in X-Request-Id. */
            requestId: string;
        };
        /** @description A person was erased: delete your data of this id. */
        PersonErasedEvent: {
            data: {
                personId: string;
            };
            id: string;
            /** Format: date-time */
            timestamp: string;
            /** @constant */
            type: "person.erased";
            /** @constant */
            version: 1;
        };
        /** @description An execution found a person on a public list where the profile did not show it before. */
        PersonListHitGainedEvent: {
            data: {
                executionId: string;
                personId: string;
            };
            id: string;
            /** Format: date-time */
            timestamp: string;
            /** @constant */
            type: "person.list_hit_gained";
            /** @constant */
            version: 1;
        };
        /** @description An execution did not find a person on a public list any more. */
        PersonListHitLostEvent: {
            data: {
                executionId: string;
                personId: string;
            };
            id: string;
            /** Format: date-time */
            timestamp: string;
            /** @constant */
            type: "person.list_hit_lost";
            /** @constant */
            version: 1;
        };
        /** @description The status of a person profile changed. */
        PersonStatusChangedEvent: {
            data: {
                executionId?: string;
                personId: string;
            };
            id: string;
            /** Format: date-time */
            timestamp: string;
            /** @constant */
            type: "person.status_changed";
            /** @constant */
            version: 1;
        };
        /** @description The record of the registry of companies. Unknown fields are absent. */
        PjData: {
            address: {
                city?: {
                    /** @description Seven digits. */
                    ibgeCode?: string;
                    name?: string;
                    siafiCode: string;
                };
                complement?: string;
                country?: {
                    code: string;
                    description?: string;
                };
                district?: string;
                foreignCity?: string;
                number?: string;
                postalCode?: string;
                state?: string;
                street?: string;
                streetType?: string;
            };
            /** @description The address held against its postal code. */
            addressCheck?: {
                /**
                 * @description The postal code against the state. unassigned: no state has such a code.
                 * @enum {string}
                 */
                postalCodeCheck?: "agrees" | "state_differs" | "unassigned";
                /** @description The city that nearly all establishments with the postal code have. */
                postalCodeCity?: {
                    /** @description Seven digits. */
                    ibgeCode?: string;
                    name: string;
                };
                /**
                 * @description The postal code against the city, by the establishments of the registry. unknown: they do not tell.
                 * @enum {string}
                 */
                postalCodeCityCheck?: "agrees" | "disagrees" | "unknown";
            };
            cnpj: string;
            companySize?: {
                code: string;
                description?: string;
            };
            /** @description A sole proprietor's only with the scope companies:contacts. */
            contacts?: {
                email?: string;
                fax?: string;
                phones?: string[];
            };
            /** @description Month of the registry, YYYY-MM. */
            dataMonth: string;
            fantasyName?: string;
            /** @description By the registry's own flag; false for a branch. */
            isHeadOffice?: boolean;
            jointStock?: {
                /** @description Reais, a decimal with two places. */
                amount: string;
                formatted: string;
            };
            legalNature?: {
                code: string;
                description?: string;
            };
            mainActivity?: {
                code: string;
                description?: string;
            };
            officialName?: string;
            /** @description DD/MM/YYYY */
            openingDate?: string;
            partners: {
                ageBand?: string;
                country?: {
                    code: string;
                    description?: string;
                };
                /** @description A CNPJ, or a masked CPF. */
                document?: string;
                /** @description company, person, foreign or unknown. */
                kind: string;
                name: string;
                qualification: {
                    code: string;
                    description?: string;
                };
                representative?: {
                    document?: string;
                    name?: string;
                    qualification?: {
                        code: string;
                        description?: string;
                    };
                };
                /** @description DD/MM/YYYY */
                since?: string;
            }[];
            responsibleEntity?: string;
            responsibleQualification?: {
                code: string;
                description?: string;
            };
            secondaryActivities: {
                code: string;
                description?: string;
            }[];
            specialStatus?: {
                description?: string;
                /** @description DD/MM/YYYY */
                since?: string;
            };
            status: {
                code: string;
                description?: string;
                reason?: {
                    code: string;
                    description?: string;
                };
                /** @description DD/MM/YYYY */
                since?: string;
            };
            /** @description Of the whole company, the newest year first; absent when no file names it. */
            taxRegimes?: {
                /** @description As published, such as LUCRO REAL. */
                regime: string;
                year: number;
            }[];
        };
        /** @description Options for Simples Nacional and for MEI. */
        PjSimples: {
            /** @description Month of the registry, YYYY-MM. */
            dataMonth: string;
            mei: {
                /** @description Absent when the registry does not say. */
                isOptant?: boolean;
                /** @description DD/MM/YYYY */
                since?: string;
                /** @description DD/MM/YYYY; the day the option ended. */
                until?: string;
            };
            simples: {
                /** @description Absent when the registry does not say. */
                isOptant?: boolean;
                /** @description DD/MM/YYYY */
                since?: string;
                /** @description DD/MM/YYYY; the day the option ended. */
                until?: string;
            };
        };
        ProfileExecution: {
            executionId: string;
            /** @description API, ONBOARDING or IMPORT. CONSOLE and CLI are set aside for a console and for commands. */
            executionOrigin: string;
            /** Format: date-time */
            lastUpdate: string;
            metadata?: {
                [key: string]: unknown;
            };
        };
        QueryTemplate: {
            /** Format: date-time */
            createdAt: string;
            id: string;
            /** @description True for the template of executions that name none. */
            isDefault: boolean;
            /** @description For the readers of the list. */
            name?: string;
            /** @description Companies only: an execution for each partner. */
            onboardPartners?: {
                /** @description For companies among them; this one otherwise. */
                companyTemplateId?: string;
                /** @description Levels: 1 is the partners, 2 the partners of companies among them as well. Default 1. */
                depth?: number;
                enabled: boolean;
                /** @description For people among them; the default otherwise. */
                personTemplateId?: string;
                /** @description True: the company is decided only after its partners. Default false. */
                wait?: boolean;
            };
            /** @description When no rule matches. Default PENDING. */
            otherwise?: "APPROVED" | "REPROVED" | "PENDING" | "WAITING_DOCUMENTS";
            /** @description The most severe status of those that match: REPROVED, WAITING_DOCUMENTS, PENDING, APPROVED. */
            rules: {
                /** @description Told when it decides. */
                name: string;
                /** @description True: a match opens a case for people. Default false. */
                review?: boolean;
                /** @description APPROVED, REPROVED, PENDING or WAITING_DOCUMENTS. */
                status: "APPROVED" | "REPROVED" | "PENDING" | "WAITING_DOCUMENTS";
                /** @description CEL expression of basicData, sources, face, registry, attributes, checks and today. */
                when: string;
            }[];
            /** @description Queried at the same time. For each field the first source with a value counts. */
            sources: {
                /** @description ISO 8601 duration: maximum age of a reused answer. Default: no reuse; every execution queries the source. Local data (data sets, public lists, the registry) are always queried. */
                maxAge?: string;
                name: string;
                /** @description Whether nothing is decided while it cannot be asked, and nothing approved while it has nothing. Default true. */
                required?: boolean;
            }[];
            /** @description Whom it is about; it cannot be changed later. */
            subject: "person" | "company";
            /**
             * Format: date-time
             * @description When this version was made.
             */
            updatedAt: string;
            /** @description Grows with each change; executions keep the one they ran. */
            version: number;
        };
        /** @description The query template. */
        QueryTemplateAnswer: {
            /** Format: date-time */
            createdAt: string;
            id: string;
            /** @description True for the template of executions that name none. */
            isDefault: boolean;
            /** @description For the readers of the list. */
            name?: string;
            /** @description Companies only: an execution for each partner. */
            onboardPartners?: {
                /** @description For companies among them; this one otherwise. */
                companyTemplateId?: string;
                /** @description Levels: 1 is the partners, 2 the partners of companies among them as well. Default 1. */
                depth?: number;
                enabled: boolean;
                /** @description For people among them; the default otherwise. */
                personTemplateId?: string;
                /** @description True: the company is decided only after its partners. Default false. */
                wait?: boolean;
            };
            /** @description When no rule matches. Default PENDING. */
            otherwise?: "APPROVED" | "REPROVED" | "PENDING" | "WAITING_DOCUMENTS";
            /** @description UUIDv7 of the request, also in X-Request-Id. */
            requestId: string;
            /** @description The most severe status of those that match: REPROVED, WAITING_DOCUMENTS, PENDING, APPROVED. */
            rules: {
                /** @description Told when it decides. */
                name: string;
                /** @description True: a match opens a case for people. Default false. */
                review?: boolean;
                /** @description APPROVED, REPROVED, PENDING or WAITING_DOCUMENTS. */
                status: "APPROVED" | "REPROVED" | "PENDING" | "WAITING_DOCUMENTS";
                /** @description CEL expression of basicData, sources, face, registry, attributes, checks and today. */
                when: string;
            }[];
            /** @description Queried at the same time. For each field the first source with a value counts. */
            sources: {
                /** @description ISO 8601 duration: maximum age of a reused answer. Default: no reuse; every execution queries the source. Local data (data sets, public lists, the registry) are always queried. */
                maxAge?: string;
                name: string;
                /** @description Whether nothing is decided while it cannot be asked, and nothing approved while it has nothing. Default true. */
                required?: boolean;
            }[];
            /** @description Whom it is about; it cannot be changed later. */
            subject: "person" | "company";
            /**
             * Format: date-time
             * @description When this version was made.
             */
            updatedAt: string;
            /** @description Grows with each change; executions keep the one they ran. */
            version: number;
        };
        QueryTemplateDefinition: {
            /** @description For the readers of the list. */
            name?: string;
            /** @description Companies only: an execution for each partner. */
            onboardPartners?: {
                /** @description For companies among them; this one otherwise. */
                companyTemplateId?: string;
                /** @description Levels: 1 is the partners, 2 the partners of companies among them as well. Default 1. */
                depth?: number;
                enabled: boolean;
                /** @description For people among them; the default otherwise. */
                personTemplateId?: string;
                /** @description True: the company is decided only after its partners. Default false. */
                wait?: boolean;
            };
            /** @description When no rule matches. Default PENDING. */
            otherwise?: "APPROVED" | "REPROVED" | "PENDING" | "WAITING_DOCUMENTS";
            /** @description The most severe status of those that match: REPROVED, WAITING_DOCUMENTS, PENDING, APPROVED. */
            rules: {
                /** @description Told when it decides. */
                name: string;
                /** @description True: a match opens a case for people. Default false. */
                review?: boolean;
                /** @description APPROVED, REPROVED, PENDING or WAITING_DOCUMENTS. */
                status: "APPROVED" | "REPROVED" | "PENDING" | "WAITING_DOCUMENTS";
                /** @description CEL expression of basicData, sources, face, registry, attributes, checks and today. */
                when: string;
            }[];
            /** @description Queried at the same time. For each field the first source with a value counts. */
            sources: {
                /** @description ISO 8601 duration: maximum age of a reused answer. Default: no reuse; every execution queries the source. Local data (data sets, public lists, the registry) are always queried. */
                maxAge?: string;
                name: string;
                /** @description Whether nothing is decided while it cannot be asked, and nothing approved while it has nothing. Default true. */
                required?: boolean;
            }[];
            /** @description Whom it is about; it cannot be changed later. */
            subject: "person" | "company";
        };
        /** @description A page of query templates at their current versions. */
        QueryTemplatePage: {
            items: components["schemas"]["QueryTemplate"][];
            /** @description For the next page; absent on the last one. */
            nextCursor?: string;
            /** @description UUIDv7 of the request, also in X-Request-Id. */
            requestId: string;
        };
        QueryTemplateTrial: {
            /** @description True asks providers anew: their calls may cost. Default false. */
            asksProviders?: boolean;
            /** @description As POST /v1/executions takes them. */
            attributes?: {
                [key: string]: unknown;
            };
            /** @description Of a company. No mask. */
            cnpj?: string;
            /** @description Of a person. Digits only. */
            cpf?: string;
            /** @description In place of templateId: as POST takes it. */
            definition?: {
                [key: string]: unknown;
            };
            templateId?: string;
            /** @description The current one unless given. */
            version?: number;
        };
        /** @description What it would decide. */
        QueryTemplateTrialAnswer: {
            attributes: {
                [key: string]: {
                    similarity?: number;
                    verdict: string;
                };
            };
            /** @description Names of the rules that decided. */
            decidedBy: string[];
            /** @description Partners that would be onboarded. */
            partners: number;
            /** @description Absent when there is no profile. */
            profileId?: string;
            /** @description Why it is no verdict. */
            reason?: string;
            /** @description UUIDv7 of the request, also in X-Request-Id. */
            requestId: string;
            rules: {
                name: string;
                /** @description matched, not-matched, undetermined or unknown. */
                outcome: string;
                reason?: string;
                status: string;
            }[];
            sources: {
                /** @description It is the answer to an earlier execution. */
                isReused: boolean;
                name: string;
                /** @description found, absent or unavailable. */
                outcome: string;
                /** @description Such as source_not_asked: it would have cost a call. */
                reason?: string;
            }[];
            /** @description APPROVED, REPROVED, PENDING or WAITING_DOCUMENTS. */
            status: string;
            templateId?: string;
            version?: number;
        };
        QueryTemplateVersion: {
            /** Format: date-time */
            createdAt: string;
            definition: {
                /** @description For the readers of the list. */
                name?: string;
                /** @description Companies only: an execution for each partner. */
                onboardPartners?: {
                    /** @description For companies among them; this one otherwise. */
                    companyTemplateId?: string;
                    /** @description Levels: 1 is the partners, 2 the partners of companies among them as well. Default 1. */
                    depth?: number;
                    enabled: boolean;
                    /** @description For people among them; the default otherwise. */
                    personTemplateId?: string;
                    /** @description True: the company is decided only after its partners. Default false. */
                    wait?: boolean;
                };
                /** @description When no rule matches. Default PENDING. */
                otherwise?: "APPROVED" | "REPROVED" | "PENDING" | "WAITING_DOCUMENTS";
                /** @description The most severe status of those that match: REPROVED, WAITING_DOCUMENTS, PENDING, APPROVED. */
                rules: {
                    /** @description Told when it decides. */
                    name: string;
                    /** @description True: a match opens a case for people. Default false. */
                    review?: boolean;
                    /** @description APPROVED, REPROVED, PENDING or WAITING_DOCUMENTS. */
                    status: "APPROVED" | "REPROVED" | "PENDING" | "WAITING_DOCUMENTS";
                    /** @description CEL expression of basicData, sources, face, registry, attributes, checks and today. */
                    when: string;
                }[];
                /** @description Queried at the same time. For each field the first source with a value counts. */
                sources: {
                    /** @description ISO 8601 duration: maximum age of a reused answer. Default: no reuse; every execution queries the source. Local data (data sets, public lists, the registry) are always queried. */
                    maxAge?: string;
                    name: string;
                    /** @description Whether nothing is decided while it cannot be asked, and nothing approved while it has nothing. Default true. */
                    required?: boolean;
                }[];
                /** @description Whom it is about; it cannot be changed later. */
                subject: "person" | "company";
            };
            version: number;
        };
        /** @description The versions. */
        QueryTemplateVersions: {
            items: components["schemas"]["QueryTemplateVersion"][];
            /** @description UUIDv7 of the request, also in X-Request-Id. */
            requestId: string;
        };
        /** @description Requests can be served; those with photos unless `degraded`. */
        Readiness: {
            database: "reachable" | "unreachable";
            /**
             * @description The process of `DUPLICATES_URL`, if any. While it is not `ready`, registrations answer `duplicateSearch: incomplete`, and their searches are finished later.
             * @enum {unknown}
             */
            duplicates?: "unknown" | "ready" | "loading" | "unreachable" | "refused" | "other-models";
            models: {
                falseMatchRate: number;
                livenessEngine: string;
                /** @description False for the default engine alone, which notices many screens and prints and lets good ones pass. */
                livenessIsReliable: boolean;
                networks: {
                    licence: string;
                    name: string;
                    /** @description Publisher of the weights, and unknown facts about them. */
                    origin?: string;
                    role: string;
                    version: string;
                }[];
                /** @description Basis of the promised rate: press photos, the calibration photos of a pack, or a number of people of this deployment. */
                restsOn?: string;
                status: "loaded" | "loading";
                templateModel: string;
            };
            /** @description The place of new photos: the folder or the bucket. */
            photoStore: "reachable" | "unreachable";
            /** @description The standby of `DATABASE_READ_URL`, if any. Unless it is `in-use`, the database itself serves all reads. */
            readReplica?: "in-use" | "behind" | "unreachable";
            /** @description UUIDv7 of the request, also in X-Request-Id. */
            requestId: string;
            /** @description Ages of imported data. Old data do not make the service unready. */
            sources?: {
                ageDays: number;
                isOld: boolean;
                name: string;
            }[];
            /** @description `degraded`: requests that store or read photos fail, all others are served. */
            status: "ready" | "degraded" | "not-ready";
        };
        /** @description The frame is kept. */
        ReceivedLivenessFrame: {
            data: {
                received: number;
                step: number;
                wanted: number;
            };
            /** @description UUIDv7 of the request, also in X-Request-Id. */
            requestId: string;
        };
        ReferencePhoto: {
            /** Format: date-time */
            createdAt: string;
            id: string;
            /** @description The address expires. */
            imageUrl: string;
            /** @description Legal basis of the registration, if given. */
            legalBasis?: string;
            quality: components["schemas"]["FaceQuality"];
            templateModel: string;
        };
        /** @description The photos, newest first. */
        ReferencePhotos: {
            faces: components["schemas"]["ReferencePhoto"][];
            personId: string;
            /** @description UUIDv7 of the request, also in X-Request-Id. */
            requestId: string;
        };
        RefusedRow: {
            field?: string;
            file?: string;
            line: number;
            reason: string;
        };
        /** @description The rows. */
        RefusedRows: {
            items: components["schemas"]["RefusedRow"][];
            /** @description UUIDv7 of the request, also in X-Request-Id. */
            requestId: string;
        };
        /** @description The data of the registry. Without `current` nothing was ever imported. */
        Registry: {
            current?: components["schemas"]["CurrentRegistryGeneration"];
            /** @description YYYY-MM of the month in service. */
            dataMonth?: string;
            /** @description Every import, the newest first. */
            generations: components["schemas"]["RegistryGeneration"][];
            isImported: boolean;
            /** @description UUIDv7 of the request, also in X-Request-Id. */
            requestId: string;
        };
        RegistryGeneration: {
            /** @description Establishments, against the month in service before. Absent for the first. */
            changes?: {
                /** @description Establishments closed since the previous month (status 08). */
                closed: number;
                /** @description Numbers that the earlier month had not. */
                opened: number;
                /** @description Numbers that only the earlier month had. */
                removed: number;
                sinceGeneration: number;
                /** @description Establishments whose status changed, including closed ones. */
                statusChanged: number;
            };
            /** @description Rows by table. */
            counts?: {
                [key: string]: number;
            };
            /** @description YYYY-MM */
            dataMonth: string;
            /** @description Code of the error that ended the import. */
            failure?: string;
            /** Format: date-time */
            finishedAt?: string;
            generation: number;
            isWholeCountry: boolean;
            quarantine?: {
                byReason: {
                    [key: string]: number;
                };
                /** @description Rows that could not be imported. */
                rows: number;
            };
            /** Format: date-time */
            startedAt: string;
            /** @description loading, ready, failed or pruned. */
            state: string;
        };
        /** @description The register of companies answers from another month, after an import or a rollback. */
        RegistrySwitchedEvent: {
            data: {
                /** @description The month, YYYY-MM. */
                dataMonth: string;
            };
            id: string;
            /** Format: date-time */
            timestamp: string;
            /** @constant */
            type: "registry.switched";
            /** @constant */
            version: 1;
        };
        /** @description The secret is removed. */
        RemovedClientSecret: {
            clientId: string;
            /** @description UUIDv7 of the request, also in X-Request-Id. */
            requestId: string;
            secretId: string;
        };
        /** @description It is gone. */
        RemovedWebhookEndpoint: {
            id: string;
            /** @description UUIDv7 of the request, also in X-Request-Id. */
            requestId: string;
        };
        /** @description It is on its way. */
        ReplayedWebhookDelivery: {
            /** @description Of the new delivery. */
            id: string;
            /** @description UUIDv7 of the request, also in X-Request-Id. */
            requestId: string;
        };
        /** @description The job waits. */
        RetriedJob: {
            kind: string;
            /** @description UUIDv7 of the request, also in X-Request-Id. */
            requestId: string;
        };
        /** @description The client is revoked. */
        RevokedClient: {
            clientId: string;
            /** @description UUIDv7 of the request, also in X-Request-Id. */
            requestId: string;
            /**
             * Format: date-time
             * @description When it was revoked first.
             */
            revokedAt: string;
        };
        /** @description The earlier import is in service. */
        RollbackAnswer: {
            generations: number[];
            /** @description UUIDv7 of the request, also in X-Request-Id. */
            requestId: string;
        };
        RollbackRequest: {
            /** @description Of lists with several editions, such as `2024/RN`. */
            edition?: string;
        };
        SecondFactorProof: {
            challengeId: string;
            code?: string;
            /** @description PublicKeyCredential.toJSON() of the browser. */
            passkey?: {
                id: string;
                rawId: string;
                response: {
                    [key: string]: unknown;
                };
                /** @enum {string} */
                type: "public-key";
            } & {
                [key: string]: unknown;
            };
        };
        /** @description The password is right. */
        SecondFactorRequest: {
            /** @description UUIDv7 of the request, also in X-Request-Id. */
            requestId: string;
            secondFactor: {
                challengeId: string;
                methods: ("totp" | "passkey")[];
                /** @description For navigator.credentials, in JSON. */
                passkeyOptions?: {
                    [key: string]: unknown;
                };
            };
        };
        ServiceProcess: {
            host: string;
            id: string;
            /** @description False when it has given no sign of life for 60 seconds: it was killed, or stands still. */
            isAlive: boolean;
            /** @description The process that answers. */
            isThis: boolean;
            pid: number;
            /** @enum {unknown} */
            role: "all" | "web" | "jobs" | "duplicates";
            /** @description Version of Node.js. */
            runtime: string;
            /** Format: date-time */
            seenAt: string;
            /** Format: date-time */
            startedAt: string;
            version: string;
        };
        SettingInForce: {
            description: string;
            group: string;
            /** @description False when it is as the service has it by itself. */
            isChanged: boolean;
            isSecret: boolean;
            /** @description False when it has no value and no default. */
            isSet: boolean;
            /** @description Absent for secrets, and where there is none. */
            value?: string;
            variable: string;
        };
        /** @description Every setting, in the order of the reference. */
        Settings: {
            items: components["schemas"]["SettingInForce"][];
            /** @description UUIDv7 of the request, also in X-Request-Id. */
            requestId: string;
        };
        /** @description The ways to sign in. */
        SignInMethods: {
            /** @description UUIDv7 of the request, also in X-Request-Id. */
            requestId: string;
            /** @description Begins at GET /v1/session/sso. */
            sso: boolean;
        };
        SignInRequest: {
            email: string;
            password: string;
        };
        SourceAnswer: {
            /** @description As the source gives it. */
            data: {
                [key: string]: unknown;
            };
            lastConsultation: {
                /** Format: date-time */
                date: string;
            };
        };
        SourceGeneration: {
            dataDate?: string;
            edition?: string;
            entries?: number;
            failure?: string;
            /** Format: date-time */
            finishedAt?: string;
            generation: number;
            /** @description It answers. Each data set answers for the CPFs that no later one names. */
            isCurrent: boolean;
            /** @description A rollback takes this one back. */
            isRevocable: boolean;
            quarantined?: {
                [key: string]: number;
            };
            /** Format: date-time */
            startedAt: string;
            state: string;
        };
        /** @description The imports. */
        SourceGenerations: {
            /** @description The service knows where it is published. */
            isDownloadable: boolean;
            items: components["schemas"]["SourceGeneration"][];
            /** @description An import reads a folder, not one file. */
            readsFolder: boolean;
            /** @description UUIDv7 of the request, also in X-Request-Id. */
            requestId: string;
        };
        SourceImport: {
            /** @enum {unknown} */
            action: "import" | "download";
            /** Format: date-time */
            createdAt: string;
            /** @description Code of the error that ended it. */
            failure?: string;
            failureDetail?: string;
            /** Format: date-time */
            finishedAt?: string;
            id: string;
            /** @description Takes the data although checks against those in service fail. */
            isForced?: boolean;
            /** @description Running, without a sign of life for 60 seconds: its process was killed or stands still. Another process takes it up, or it fails with `import_lost`. */
            isLost: boolean;
            /** @description Somebody stopped it, and its process has not put it down yet. */
            isStopping: boolean;
            /**
             * Format: date
             * @description Day of a data set, or of a list where neither file nor name says it.
             */
            listDate?: string;
            /** @description Of a data set: path below IMPORT_DIR of the JSON file that names its columns. Usual names need none. */
            mappingPath?: string;
            /** @description Month of the registry. */
            month?: string;
            /** @description Part of the registry, such as `uf=SP,RJ`. */
            only?: string;
            path?: string;
            progress?: {
                doneBytes?: number;
                /** @description download, check, load, index, compare or switch. */
                phase: string;
                rows?: number;
                /** @description The file or table that it is at. */
                subject?: string;
                totalBytes?: number;
            };
            result?: {
                dataDate?: string;
                entries?: number;
                generation?: number;
                /** @description What a download brought. */
                path?: string;
                /** @description Refused rows by reason. */
                quarantined?: {
                    [key: string]: number;
                };
                sizeBytes?: number;
            };
            source: string;
            /** Format: date-time */
            startedAt?: string;
            /** @description Id of the account or the client. */
            startedBy: string;
            /** @enum {unknown} */
            state: "waiting" | "running" | "done" | "failed" | "stopped";
            /** @description Id of the account or the client that stopped it. */
            stoppedBy?: string;
            /** @description How often a process took it up. */
            tries: number;
        };
        SourceState: {
            /** @description Since the day of the data, or the import. */
            ageDays?: number;
            /** @description YYYY-MM-DD, YYYY-MM or YYYY: day that the data are of. */
            dataDate?: string;
            entries?: number;
            /** @description ok; old: older than maxAgeDays; missing: not imported; failing or unasked: a provider. */
            health: string;
            /** Format: date-time */
            importedAt?: string;
            /** @description list, data-set, registry or provider. */
            kind: string;
            licence: string;
            maxAgeDays?: number;
            name: string;
            /** @description Keys in a profile's sources that it fills. */
            sources: string[];
            /** @description person, company or both. */
            subject: string;
        };
        /** @description Every source. */
        SourceStates: {
            items: components["schemas"]["SourceState"][];
            /** @description UUIDv7 of the request, also in X-Request-Id. */
            requestId: string;
        };
        /** @description What runs. */
        System: {
            /** @enum {unknown} */
            database: "embedded" | "postgres";
            /** @description By kind, in all processes together. */
            jobs: components["schemas"]["JobBacklog"][];
            /** @description The newest first. */
            processes: components["schemas"]["ServiceProcess"][];
            /** @description UUIDv7 of the request, also in X-Request-Id. */
            requestId: string;
            /** @description Version of Node.js. */
            runtime: string;
            /** @description Of the process that answers. */
            version: string;
        };
        /** @description It is on its way; see the deliveries. */
        TestedWebhookEndpoint: {
            id: string;
            /** @description UUIDv7 of the request, also in X-Request-Id. */
            requestId: string;
        };
        /** @description The request is malformed, or requests something that the client may not have. */
        TokenError: {
            error: string;
            error_description?: string;
        };
        TokenRequest: {
            /** @description A JWT signed by the client (RFC 7523), for clients with keys. */
            client_assertion?: string;
            /** @enum {string} */
            client_assertion_type?: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
            client_id?: string;
            client_secret?: string;
            /** @enum {string} */
            grant_type: "client_credentials";
            /** @description CPF, digits only. */
            people_id?: string;
            /** @description Separated by spaces; all of the client without it. */
            scope?: string;
        };
        /** @description The photo is kept, and the session has ended. */
        UploadedLivenessPhoto: {
            data: {
                redirectUrl?: string;
                /** @enum {string} */
                state: "NOT_PERFORMED";
            };
            /** @description UUIDv7 of the request, also in X-Request-Id. */
            requestId: string;
        };
        Watch: {
            /** @description The owner: a client, or the account of a person. */
            clientId: string;
            companyId?: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            dueAt?: string;
            id: string;
            intervalDays?: number;
            lastExecutionId?: string;
            /** Format: date-time */
            lastRunAt?: string;
            onRegistryChange?: boolean;
            personId?: string;
            /** @enum {unknown} */
            subject: "person" | "company";
            templateId: string;
        };
        /** @description The watch. */
        WatchAnswer: {
            data: components["schemas"]["Watch"];
            /** @description UUIDv7 of the request, also in X-Request-Id. */
            requestId: string;
        };
        /** @description An execution of a watch came to another outcome than the one before. */
        WatchChangedEvent: {
            data: {
                companyId?: string;
                executionId: string;
                personId?: string;
                watchId: string;
            };
            id: string;
            /** Format: date-time */
            timestamp: string;
            /** @constant */
            type: "watch.changed";
            /** @constant */
            version: 1;
        };
        /** @description A page of watches. */
        WatchPage: {
            items: components["schemas"]["Watch"][];
            nextCursor?: string;
            /** @description UUIDv7 of the request, also in X-Request-Id. */
            requestId: string;
        };
        WatchRequest: {
            /** @description Of a company. No mask. */
            cnpj?: string;
            /** @description Of a person. Digits only. */
            cpf?: string;
            intervalDays?: number;
            /** @description In place of intervalDays: within a day of each new month of the register. */
            onRegistryChange?: boolean;
            templateId: string;
        };
        WebhookDelivery: {
            attempts: {
                /** @description The first 200 characters. */
                answer?: string;
                /** Format: date-time */
                at: string;
                durationMs: number;
                /** @description Why no answer came. */
                failure?: string;
                /** @description Absent when no answer came. */
                status?: number;
            }[];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            dueAt?: string;
            eventId: string;
            id: string;
            /** @enum {unknown} */
            state: "pending" | "delivered" | "failed" | "cancelled";
            webhookEndpointId: string;
        };
        /** @description A page of deliveries. */
        WebhookDeliveryPage: {
            items: components["schemas"]["WebhookDelivery"][];
            nextCursor?: string;
            /** @description UUIDv7 of the request, also in X-Request-Id. */
            requestId: string;
        };
        WebhookEndpoint: {
            clientId: string;
            /** Format: date-time */
            createdAt: string;
            description?: string;
            /** Format: date-time */
            disabledAt?: string;
            /**
             * @description `asked`: by a request; `gone`: it answered 410; `failing`: for five days; `client_revoked`.
             * @enum {unknown}
             */
            disabledReason?: "asked" | "gone" | "failing" | "client_revoked";
            /** Format: date-time */
            failingSince?: string;
            id: string;
            isEnabled: boolean;
            /** @description Absent: every type that the client may see. */
            types?: string[];
            url: string;
        };
        /** @description The endpoint. */
        WebhookEndpointAnswer: {
            data: components["schemas"]["WebhookEndpoint"];
            /** @description UUIDv7 of the request, also in X-Request-Id. */
            requestId: string;
        };
        WebhookEndpointChange: {
            /** @description For people. */
            description?: string;
            isEnabled?: boolean;
            /** @description null: every type the client may see. */
            types?: string[] | null;
            /** @description An https: address on the public internet. */
            url?: string;
        };
        /** @description An endpoint answered 410, or failed for five days, and receives nothing any more. */
        WebhookEndpointDisabledEvent: {
            data: {
                webhookEndpointId: string;
            };
            id: string;
            /** Format: date-time */
            timestamp: string;
            /** @constant */
            type: "webhook_endpoint.disabled";
            /** @constant */
            version: 1;
        };
        WebhookEndpointRequest: {
            /** @description With the scope `admin`: the client it belongs to, unless the own. */
            clientId?: string;
            /** @description For people. */
            description?: string;
            /** @description Types of events. Each needs its scope. */
            types?: string[];
            /** @description An https: address on the public internet. */
            url: string;
        };
        /** @description The endpoints. */
        WebhookEndpoints: {
            items: components["schemas"]["WebhookEndpoint"][];
            /** @description UUIDv7 of the request, also in X-Request-Id. */
            requestId: string;
        };
        /** @description A test event for an endpoint. */
        WebhookEndpointTestedEvent: {
            data: {
                webhookEndpointId: string;
            };
            id: string;
            /** Format: date-time */
            timestamp: string;
            /** @constant */
            type: "webhook_endpoint.tested";
            /** @constant */
            version: 1;
        };
        /** @description The preview or the result of the replay. */
        WebhookReplay: {
            events: number;
            isPreview: boolean;
            /** @description UUIDv7 of the request, also in X-Request-Id. */
            requestId: string;
            /** @description Of a preview: by type. */
            types?: {
                [key: string]: number;
            };
        };
        WebhookReplayRequest: {
            confirmedEvents?: number;
            /**
             * Format: date-time
             * @description From this moment on.
             */
            from: string;
            includeDelivered?: boolean;
            /**
             * Format: date-time
             * @description Before this moment.
             */
            to: string;
        };
        /** @description The new secret. */
        WebhookSecret: {
            /** Format: date-time */
            previousUntil: string;
            /** @description UUIDv7 of the request, also in X-Request-Id. */
            requestId: string;
            /** @description whsec_...; shown this once. */
            secret: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getPublicKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The JWK set. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "keys": [
                     *         {}
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["JwkSet"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getAuthorizationServerMetadata: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The metadata. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example {} */
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    authenticateFace: {
        parameters: {
            query?: {
                /**
                 * @description true adds X-Response-Signature, a compact JWS that binds the answer.
                 * @example true
                 */
                shouldSignResponse?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "peopleId": "90000000175",
                 *       "imageUrl": "https://example.com/photo.jpg"
                 *     }
                 */
                "application/json": components["schemas"]["FaceAuthenticationRequest"];
            };
        };
        responses: {
            /** @description True when the face matches the registered face. */
            200: {
                headers: {
                    /** @description Since when the address is deprecated (RFC 9745). */
                    Deprecation?: string;
                    /** @description The successor. */
                    Link?: string;
                    /** @description Address of the attempt. */
                    Location?: string;
                    /** @description Id of the attempt. */
                    "X-Attempt-Id"?: string;
                    /** @description With shouldSignResponse: a compact JWS. */
                    "X-Response-Signature"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "isMatch": true
                     *     }
                     */
                    "application/json": components["schemas"]["FaceAuthenticationResult"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Another method; see Allow. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than the limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getFaceAuthenticationAttempt: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example att_019a9c5e7b1a7f3e8d2c4b6a90817263 */
                attemptId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The attempt. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "data": {
                     *         "id": "att_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *         "createdAt": "2026-11-22T12:00:00.000Z",
                     *         "peopleId": "90000000175",
                     *         "personId": "per_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *         "sourceIp": "203.0.113.7",
                     *         "executionOriginId": "text",
                     *         "registeredImageUrl": "https://example.com/",
                     *         "receivedImageUrl": "https://example.com/",
                     *         "faceMatch": {
                     *           "similarity": 0.8,
                     *           "isFaceMatch": true
                     *         },
                     *         "liveness": {
                     *           "probability": 0.8,
                     *           "isAlive": true,
                     *           "isReliable": true,
                     *           "challenge": "passed"
                     *         },
                     *         "isMatch": true,
                     *         "decision": {
                     *           "outcome": "match",
                     *           "score": 0.8,
                     *           "likeness": 0.8,
                     *           "cohort": {
                     *             "version": 1,
                     *             "people": 1,
                     *             "registeredOrdinariness": 0.8,
                     *             "receivedOrdinariness": 0.8
                     *           },
                     *           "restsOn": "text",
                     *           "scoreThreshold": 0.8,
                     *           "falseMatchRate": 0.0001,
                     *           "templateModel": "facenet-512",
                     *           "livenessEngine": "text",
                     *           "livenessThreshold": 0.8,
                     *           "models": [
                     *             {
                     *               "role": "analyst",
                     *               "name": "Exemplo",
                     *               "version": "text",
                     *               "licence": "text",
                     *               "origin": "text"
                     *             }
                     *           ],
                     *           "quality": {
                     *             "faceWidthPx": 240,
                     *             "eyeDistancePx": 100,
                     *             "faceWidthShare": 0.8,
                     *             "sharpness": 0.8,
                     *             "brightness": 0.8,
                     *             "contrast": 0.8,
                     *             "detectionScore": 0.8
                     *           },
                     *           "references": 1,
                     *           "combinedReferences": 1,
                     *           "durationMs": 1,
                     *           "livenessSessionId": "liv_019a9c5e7b1a7f3e8d2c4b6a90817263"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["AttemptAnswer"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    capturePhoto: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description CPF, when the body is the image and the token is not bound to a person.
                 * @example 90000000175
                 */
                "x-people-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "image/avif": string;
                "image/jpeg": string;
                "image/png": string;
                "image/webp": string;
                "multipart/form-data": {
                    file: string;
                    /** @description CPF, digits only. */
                    peopleId?: string;
                };
            };
        };
        responses: {
            /** @description The photo is kept until it is used or expires. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "captureId": "cap_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *       "expiresAt": "2026-11-22T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Capture"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than the limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The process answers. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "status": "ok"
                     *     }
                     */
                    "application/json": components["schemas"]["Health"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getImage: {
        parameters: {
            query?: {
                /**
                 * @description As in the link.
                 * @example text
                 */
                expires?: unknown;
                /**
                 * @description As in the link, if there.
                 * @example text
                 */
                holder?: unknown;
                /**
                 * @description As in the link.
                 * @example text
                 */
                signature?: unknown;
            };
            header?: never;
            path: {
                /** @example img_019a9c5e7b1a7f3e8d2c4b6a90817263 */
                imageId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The photo, in the format it was sent in. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/*": string;
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The metrics of this process. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "text/plain": string;
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    issueToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "grant_type": "client_credentials"
                 *     }
                 */
                "application/x-www-form-urlencoded": components["schemas"]["TokenRequest"];
            };
        };
        responses: {
            /** @description The token. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "access_token": "eyJhbGciOiJFZERTQSIsInR5cCI6ImF0K2p3dCJ9.e30.c2lnbmF0dXJl",
                     *       "token_type": "Bearer",
                     *       "expires_in": 3600,
                     *       "scope": "attempts:read"
                     *     }
                     */
                    "application/json": components["schemas"]["AccessToken"];
                };
            };
            /** @description The request is malformed, or requests something that the client may not have. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "invalid_client",
                     *       "error_description": "client authentication failed"
                     *     }
                     */
                    "application/json": components["schemas"]["TokenError"];
                };
            };
            /** @description The credentials are wrong. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "invalid_client",
                     *       "error_description": "client authentication failed"
                     *     }
                     */
                    "application/json": components["schemas"]["TokenError"];
                };
            };
            /** @description The body is larger than any real one. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "invalid_client",
                     *       "error_description": "client authentication failed"
                     *     }
                     */
                    "application/json": components["schemas"]["TokenError"];
                };
            };
            /** @description Too many requests from the address, or too many wrong secrets for the client from there. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "type": "face.registered",
                     *       "title": "What the code means",
                     *       "status": 1,
                     *       "code": "text",
                     *       "detail": "What is wrong this time.",
                     *       "errors": [
                     *         {
                     *           "path": "body/peopleId",
                     *           "message": "must be string"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] | components["schemas"]["TokenError"];
                };
            };
            /** @description Overloaded, or secrets cannot be checked at the moment; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "type": "face.registered",
                     *       "title": "What the code means",
                     *       "status": 1,
                     *       "code": "text",
                     *       "detail": "What is wrong this time.",
                     *       "errors": [
                     *         {
                     *           "path": "body/peopleId",
                     *           "message": "must be string"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] | components["schemas"]["TokenError"];
                };
            };
        };
    };
    getReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Requests can be served; those with photos unless `degraded`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "status": "ready",
                     *       "database": "reachable",
                     *       "photoStore": "reachable",
                     *       "readReplica": "in-use",
                     *       "duplicates": "unknown",
                     *       "models": {
                     *         "status": "loaded",
                     *         "templateModel": "facenet-512",
                     *         "falseMatchRate": 0.0001,
                     *         "restsOn": "text",
                     *         "livenessEngine": "text",
                     *         "livenessIsReliable": false,
                     *         "networks": [
                     *           {
                     *             "role": "analyst",
                     *             "name": "Exemplo",
                     *             "version": "text",
                     *             "licence": "text",
                     *             "origin": "text"
                     *           }
                     *         ]
                     *       },
                     *       "sources": [
                     *         {
                     *           "name": "Exemplo",
                     *           "ageDays": 1,
                     *           "isOld": false
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Readiness"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Requests cannot be served yet, or not at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "status": "ready",
                     *       "database": "reachable",
                     *       "photoStore": "reachable",
                     *       "readReplica": "in-use",
                     *       "duplicates": "unknown",
                     *       "models": {
                     *         "status": "loaded",
                     *         "templateModel": "facenet-512",
                     *         "falseMatchRate": 0.0001,
                     *         "restsOn": "text",
                     *         "livenessEngine": "text",
                     *         "livenessIsReliable": false,
                     *         "networks": [
                     *           {
                     *             "role": "analyst",
                     *             "name": "Exemplo",
                     *             "version": "text",
                     *             "licence": "text",
                     *             "origin": "text"
                     *           }
                     *         ]
                     *       },
                     *       "sources": [
                     *         {
                     *           "name": "Exemplo",
                     *           "ageDays": 1,
                     *           "isOld": false
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Readiness"];
                };
            };
        };
    };
    listAccounts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The accounts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "items": [
                     *         {
                     *           "id": "acc_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *           "name": "Exemplo",
                     *           "email": "ana@example.com",
                     *           "role": "administrator",
                     *           "isDisabled": false,
                     *           "isExternal": false,
                     *           "createdAt": "2026-11-22T12:00:00.000Z",
                     *           "lastSignInAt": "2026-11-22T12:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Accounts"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    changeAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example acc_019a9c5e7b1a7f3e8d2c4b6a90817263 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "role": "administrator"
                 *     }
                 */
                "application/json": components["schemas"]["AccountChange"];
            };
        };
        responses: {
            /** @description The account as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "account": {
                     *         "id": "acc_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *         "name": "Exemplo",
                     *         "email": "ana@example.com",
                     *         "role": "administrator",
                     *         "isDisabled": false,
                     *         "isExternal": false,
                     *         "createdAt": "2026-11-22T12:00:00.000Z",
                     *         "lastSignInAt": "2026-11-22T12:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ChangedAccount"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Idempotency-Key came with another request before. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than the limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    resetAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example acc_019a9c5e7b1a7f3e8d2c4b6a90817263 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The link is for you to hand over. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "id": "inv_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *       "link": "https://example.com/",
                     *       "expiresAt": "2026-11-22T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["MadeInvitation"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Idempotency-Key came with another request before. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than the limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listSessionsOfAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example acc_019a9c5e7b1a7f3e8d2c4b6a90817263 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "items": [
                     *         {
                     *           "id": "ses_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *           "isCurrent": false,
                     *           "address": "203.0.113.7",
                     *           "userAgent": "Mozilla/5.0",
                     *           "createdAt": "2026-11-22T12:00:00.000Z",
                     *           "lastSeenAt": "2026-11-22T12:00:00.000Z",
                     *           "expiresAt": "2026-11-22T12:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ConsoleSessions"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    endSessionOfAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example acc_019a9c5e7b1a7f3e8d2c4b6a90817263 */
                id: string;
                /** @example text */
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session has ended. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getAttemptStatistics: {
        parameters: {
            query?: {
                /**
                 * @description Only of this client.
                 * @example cli_019a9c5e7b1a7f3e8d2c4b6a90817263
                 */
                clientId?: string;
                /**
                 * @description From this moment on; 30 days before `to` unless given.
                 * @example 2026-11-22T12:00:00.000Z
                 */
                from?: string;
                /**
                 * @description Before this moment; now unless given.
                 * @example 2026-11-22T12:00:00.000Z
                 */
                to?: string;
                /**
                 * @description Where days begin: -180 for Brasília. 0 unless given.
                 * @example 1
                 */
                utcOffsetMinutes?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "now": {
                     *         "from": "2026-11-22T12:00:00.000Z",
                     *         "to": "2026-11-22T12:00:00.000Z",
                     *         "isPartial": false,
                     *         "attempts": 1,
                     *         "matches": 1,
                     *         "matchRate": 0.8,
                     *         "meanSimilarity": 0.8,
                     *         "similarityDeviation": 0.8,
                     *         "timed": 1,
                     *         "medianMs": 0.8,
                     *         "p95Ms": 0.8
                     *       },
                     *       "before": {
                     *         "from": "2026-11-22T12:00:00.000Z",
                     *         "to": "2026-11-22T12:00:00.000Z",
                     *         "isPartial": false,
                     *         "attempts": 1,
                     *         "matches": 1,
                     *         "matchRate": 0.8,
                     *         "meanSimilarity": 0.8,
                     *         "similarityDeviation": 0.8,
                     *         "timed": 1,
                     *         "medianMs": 0.8,
                     *         "p95Ms": 0.8
                     *       },
                     *       "days": [
                     *         {
                     *           "day": "2026-11-22",
                     *           "attempts": 1,
                     *           "matches": 1,
                     *           "matchRate": 0.8,
                     *           "meanSimilarity": 0.8,
                     *           "similarityDeviation": 0.8,
                     *           "timed": 1,
                     *           "medianMs": 0.8,
                     *           "p95Ms": 0.8
                     *         }
                     *       ],
                     *       "clients": [
                     *         {
                     *           "clientId": "cli_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *           "attempts": 1,
                     *           "matches": 1,
                     *           "matchRate": 0.8,
                     *           "meanSimilarity": 0.8,
                     *           "similarityDeviation": 0.8,
                     *           "timed": 1,
                     *           "medianMs": 0.8,
                     *           "p95Ms": 0.8
                     *         }
                     *       ],
                     *       "outcomes": [
                     *         {
                     *           "outcome": "match",
                     *           "attempts": 1,
                     *           "attemptsBefore": 1
                     *         }
                     *       ],
                     *       "scores": [
                     *         {
                     *           "from": 0.8,
                     *           "attempts": 1,
                     *           "attemptsBefore": 1
                     *         }
                     *       ],
                     *       "drift": {
                     *         "stabilityIndex": 0.8,
                     *         "isComparable": false,
                     *         "templateModels": [
                     *           "text"
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["AttemptStatistics"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listAuditEvents: {
        parameters: {
            query?: {
                /**
                 * @description Such as person.read.
                 * @example attempt.read
                 */
                action?: string;
                /**
                 * @description A client id.
                 * @example text
                 */
                actor?: string;
                /**
                 * @description `nextCursor` of the page before.
                 * @example eyJhZnRlciI6IjAxOWE5YzVlIn0
                 */
                cursor?: string;
                /**
                 * @description From this moment on.
                 * @example 2026-11-22T12:00:00.000Z
                 */
                from?: string;
                /**
                 * @description 1 to 1000; default 100.
                 * @example 1
                 */
                limit?: string;
                /**
                 * @description Id of a profile: events about that person only, also after the erasure.
                 * @example per_019a9c5e7b1a7f3e8d2c4b6a90817263
                 */
                personId?: string;
                /**
                 * @description The id of the read or changed object.
                 * @example text
                 */
                target?: string;
                /**
                 * @description Before this moment.
                 * @example 2026-11-22T12:00:00.000Z
                 */
                to?: string;
            };
            header?: {
                /**
                 * @description CPF: events about that person only. Nothing is found once the person is erased.
                 * @example 90000000175
                 */
                "x-people-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of events. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "items": [
                     *         {
                     *           "at": "2026-11-22T12:00:00.000Z",
                     *           "actor": {
                     *             "kind": "text",
                     *             "id": "acc_019a9c5e7b1a7f3e8d2c4b6a90817263"
                     *           },
                     *           "action": "attempt.read",
                     *           "target": "text",
                     *           "subjects": [
                     *             "text"
                     *           ],
                     *           "purpose": "onboarding",
                     *           "source": "text",
                     *           "outcome": "text",
                     *           "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *           "detail": "What is wrong this time.",
                     *           "chain": "main",
                     *           "sequence": 1,
                     *           "hash": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
                     *         }
                     *       ],
                     *       "nextCursor": "eyJhZnRlciI6IjAxOWE5YzVlIn0"
                     *     }
                     */
                    "application/json": components["schemas"]["AuditEventPage"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    exportAudit: {
        parameters: {
            query?: {
                /**
                 * @description Such as person.read.
                 * @example attempt.read
                 */
                action?: string;
                /**
                 * @description A client id.
                 * @example text
                 */
                actor?: string;
                /** @example ndjson */
                format?: "ndjson" | "csv";
                /**
                 * @description From this moment on.
                 * @example 2026-11-22T12:00:00.000Z
                 */
                from?: string;
                /**
                 * @description Id of a profile: events about that person only, also after the erasure.
                 * @example per_019a9c5e7b1a7f3e8d2c4b6a90817263
                 */
                personId?: string;
                /**
                 * @description The id of the read or changed object.
                 * @example text
                 */
                target?: string;
                /**
                 * @description Before this moment.
                 * @example 2026-11-22T12:00:00.000Z
                 */
                to?: string;
            };
            header?: {
                /**
                 * @description CPF: events about that person only. Nothing is found once the person is erased.
                 * @example 90000000175
                 */
                "x-people-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/x-ndjson": string;
                    /** @example text */
                    "text/csv": string;
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listAuditVerifications: {
        parameters: {
            query?: {
                /**
                 * @description `nextCursor` of the page before.
                 * @example eyJhZnRlciI6IjAxOWE5YzVlIn0
                 */
                cursor?: string;
                /**
                 * @description 1 to 200; default 20.
                 * @example 1
                 */
                limit?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of verifications. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "items": [
                     *         {
                     *           "id": "text",
                     *           "state": "waiting",
                     *           "startedBy": "text",
                     *           "createdAt": "2026-11-22T12:00:00.000Z",
                     *           "finishedAt": "2026-11-22T12:00:00.000Z",
                     *           "readEvents": 1,
                     *           "totalEvents": 1,
                     *           "result": {
                     *             "events": 1,
                     *             "chains": 1,
                     *             "anchors": 1,
                     *             "firstAt": "2026-11-22T12:00:00.000Z",
                     *             "lastAt": "2026-11-22T12:00:00.000Z",
                     *             "parts": [
                     *               {
                     *                 "chain": "main",
                     *                 "events": 1,
                     *                 "firstSequence": 1,
                     *                 "lastSequence": 1,
                     *                 "firstAt": "2026-11-22T12:00:00.000Z",
                     *                 "lastAt": "2026-11-22T12:00:00.000Z"
                     *               }
                     *             ],
                     *             "faultCount": 1,
                     *             "faults": [
                     *               {
                     *                 "chain": "main",
                     *                 "sequence": 1,
                     *                 "fault": "altered"
                     *               }
                     *             ],
                     *             "oldFaceLocks": 1
                     *           }
                     *         }
                     *       ],
                     *       "nextCursor": "eyJhZnRlciI6IjAxOWE5YzVlIn0"
                     *     }
                     */
                    "application/json": components["schemas"]["AuditVerificationPage"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    verifyAudit: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It waits for a process. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "data": {
                     *         "id": "text",
                     *         "state": "waiting",
                     *         "startedBy": "text",
                     *         "createdAt": "2026-11-22T12:00:00.000Z",
                     *         "finishedAt": "2026-11-22T12:00:00.000Z",
                     *         "readEvents": 1,
                     *         "totalEvents": 1,
                     *         "result": {
                     *           "events": 1,
                     *           "chains": 1,
                     *           "anchors": 1,
                     *           "firstAt": "2026-11-22T12:00:00.000Z",
                     *           "lastAt": "2026-11-22T12:00:00.000Z",
                     *           "parts": [
                     *             {
                     *               "chain": "main",
                     *               "events": 1,
                     *               "firstSequence": 1,
                     *               "lastSequence": 1,
                     *               "firstAt": "2026-11-22T12:00:00.000Z",
                     *               "lastAt": "2026-11-22T12:00:00.000Z"
                     *             }
                     *           ],
                     *           "faultCount": 1,
                     *           "faults": [
                     *             {
                     *               "chain": "main",
                     *               "sequence": 1,
                     *               "fault": "altered"
                     *             }
                     *           ],
                     *           "oldFaceLocks": 1
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["AuditVerificationAnswer"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Idempotency-Key came with another request before. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than the limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getAuditVerification: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example text */
                verificationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The verification. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "data": {
                     *         "id": "text",
                     *         "state": "waiting",
                     *         "startedBy": "text",
                     *         "createdAt": "2026-11-22T12:00:00.000Z",
                     *         "finishedAt": "2026-11-22T12:00:00.000Z",
                     *         "readEvents": 1,
                     *         "totalEvents": 1,
                     *         "result": {
                     *           "events": 1,
                     *           "chains": 1,
                     *           "anchors": 1,
                     *           "firstAt": "2026-11-22T12:00:00.000Z",
                     *           "lastAt": "2026-11-22T12:00:00.000Z",
                     *           "parts": [
                     *             {
                     *               "chain": "main",
                     *               "events": 1,
                     *               "firstSequence": 1,
                     *               "lastSequence": 1,
                     *               "firstAt": "2026-11-22T12:00:00.000Z",
                     *               "lastAt": "2026-11-22T12:00:00.000Z"
                     *             }
                     *           ],
                     *           "faultCount": 1,
                     *           "faults": [
                     *             {
                     *               "chain": "main",
                     *               "sequence": 1,
                     *               "fault": "altered"
                     *             }
                     *           ],
                     *           "oldFaceLocks": 1
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["AuditVerificationAnswer"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getCaseSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rules that count now, and the change that waits. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "fourEyes": [
                     *         {
                     *           "outcomes": [
                     *             "approve"
                     *           ],
                     *           "kinds": [
                     *             "execution_pending"
                     *           ]
                     *         }
                     *       ],
                     *       "waiting": {
                     *         "id": "cas_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *         "fourEyes": [
                     *           {
                     *             "outcomes": [
                     *               "approve"
                     *             ],
                     *             "kinds": [
                     *               "execution_pending"
                     *             ]
                     *           }
                     *         ],
                     *         "proposedBy": {
                     *           "kind": "account",
                     *           "id": "acc_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *           "name": "Exemplo"
                     *         },
                     *         "proposedAt": "2026-11-22T12:00:00.000Z"
                     *       },
                     *       "openFor": [
                     *         "text"
                     *       ],
                     *       "dueHours": 1
                     *     }
                     */
                    "application/json": components["schemas"]["CaseSettings"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    proposeCaseSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "fourEyes": [
                 *         {
                 *           "outcomes": [
                 *             "approve"
                 *           ],
                 *           "kinds": [
                 *             "execution_pending"
                 *           ]
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CaseSettingsRequest"];
            };
        };
        responses: {
            /** @description The rules that count now, and the change that waits. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "fourEyes": [
                     *         {
                     *           "outcomes": [
                     *             "approve"
                     *           ],
                     *           "kinds": [
                     *             "execution_pending"
                     *           ]
                     *         }
                     *       ],
                     *       "waiting": {
                     *         "id": "cas_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *         "fourEyes": [
                     *           {
                     *             "outcomes": [
                     *               "approve"
                     *             ],
                     *             "kinds": [
                     *               "execution_pending"
                     *             ]
                     *           }
                     *         ],
                     *         "proposedBy": {
                     *           "kind": "account",
                     *           "id": "acc_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *           "name": "Exemplo"
                     *         },
                     *         "proposedAt": "2026-11-22T12:00:00.000Z"
                     *       },
                     *       "openFor": [
                     *         "text"
                     *       ],
                     *       "dueHours": 1
                     *     }
                     */
                    "application/json": components["schemas"]["CaseSettings"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than the limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    confirmCaseSettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example cas_019a9c5e7b1a7f3e8d2c4b6a90817263 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "isConfirmed": false
                 *     }
                 */
                "application/json": components["schemas"]["CaseSettingsConfirmation"];
            };
        };
        responses: {
            /** @description The rules that count now, and the change that waits. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "fourEyes": [
                     *         {
                     *           "outcomes": [
                     *             "approve"
                     *           ],
                     *           "kinds": [
                     *             "execution_pending"
                     *           ]
                     *         }
                     *       ],
                     *       "waiting": {
                     *         "id": "cas_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *         "fourEyes": [
                     *           {
                     *             "outcomes": [
                     *               "approve"
                     *             ],
                     *             "kinds": [
                     *               "execution_pending"
                     *             ]
                     *           }
                     *         ],
                     *         "proposedBy": {
                     *           "kind": "account",
                     *           "id": "acc_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *           "name": "Exemplo"
                     *         },
                     *         "proposedAt": "2026-11-22T12:00:00.000Z"
                     *       },
                     *       "openFor": [
                     *         "text"
                     *       ],
                     *       "dueHours": 1
                     *     }
                     */
                    "application/json": components["schemas"]["CaseSettings"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than the limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listCases: {
        parameters: {
            query?: {
                /**
                 * @description me, none, or the id of an account.
                 * @example text
                 */
                assignee?: string;
                /**
                 * @description `nextCursor` of the page before.
                 * @example eyJhZnRlciI6IjAxOWE5YzVlIn0
                 */
                cursor?: string;
                /**
                 * @description The id of the execution that opened them.
                 * @example exe_019a9c5e7b1a7f3e8d2c4b6a90817263
                 */
                executionId?: string;
                /** @example execution_pending */
                kind?: "execution_pending" | "rule_review" | "decision_standing" | "list_hit" | "similarity_band" | "possible_duplicate" | "liveness_failure" | "capture_upload" | "human_review" | "manual";
                /**
                 * @description 1 to 200; default 50.
                 * @example 1
                 */
                limit?: string;
                /** @example OPEN */
                state?: "OPEN" | "AWAITING_CONFIRMATION" | "DECIDED" | "SNOOZED";
                /**
                 * @description The id of a person or company.
                 * @example person
                 */
                subject?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of cases, oldest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "items": [
                     *         {
                     *           "id": "cas_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *           "kind": "execution_pending",
                     *           "state": "OPEN",
                     *           "priority": 50,
                     *           "subject": {
                     *             "personId": "per_019a9c5e7b1a7f3e8d2c4b6a90817263"
                     *           },
                     *           "attemptId": "att_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *           "executionId": "exe_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *           "reasons": [
                     *             "text"
                     *           ],
                     *           "assignee": {
                     *             "id": "acc_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *             "name": "Exemplo"
                     *           },
                     *           "dueAt": "2026-11-22T12:00:00.000Z",
                     *           "isEscalated": false,
                     *           "openedAt": "2026-11-22T12:00:00.000Z",
                     *           "decidedAt": "2026-11-22T12:00:00.000Z",
                     *           "revision": 1
                     *         }
                     *       ],
                     *       "nextCursor": "eyJhZnRlciI6IjAxOWE5YzVlIn0"
                     *     }
                     */
                    "application/json": components["schemas"]["CasePage"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    openCase: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Names a person or a company. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "kind": "human_review",
                 *       "personId": "per_019a9c5e7b1a7f3e8d2c4b6a90817263"
                 *     }
                 */
                "application/json": components["schemas"]["CaseRequest"];
            };
        };
        responses: {
            /** @description The case as it is now. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "id": "cas_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *       "kind": "execution_pending",
                     *       "state": "OPEN",
                     *       "priority": 50,
                     *       "subject": {
                     *         "personId": "per_019a9c5e7b1a7f3e8d2c4b6a90817263"
                     *       },
                     *       "attemptId": "att_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *       "executionId": "exe_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *       "reasons": [
                     *         "text"
                     *       ],
                     *       "assignee": {
                     *         "id": "acc_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *         "name": "Exemplo"
                     *       },
                     *       "dueAt": "2026-11-22T12:00:00.000Z",
                     *       "isEscalated": false,
                     *       "openedAt": "2026-11-22T12:00:00.000Z",
                     *       "decidedAt": "2026-11-22T12:00:00.000Z",
                     *       "revision": 1
                     *     }
                     */
                    "application/json": components["schemas"]["CaseAnswer"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than the limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getCase: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example cas_019a9c5e7b1a7f3e8d2c4b6a90817263 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The case with all that belongs to it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "id": "cas_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *       "kind": "execution_pending",
                     *       "state": "OPEN",
                     *       "priority": 50,
                     *       "subject": {
                     *         "personId": "per_019a9c5e7b1a7f3e8d2c4b6a90817263"
                     *       },
                     *       "attemptId": "att_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *       "executionId": "exe_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *       "reasons": [
                     *         "text"
                     *       ],
                     *       "assignee": {
                     *         "id": "acc_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *         "name": "Exemplo"
                     *       },
                     *       "dueAt": "2026-11-22T12:00:00.000Z",
                     *       "isEscalated": false,
                     *       "openedAt": "2026-11-22T12:00:00.000Z",
                     *       "decidedAt": "2026-11-22T12:00:00.000Z",
                     *       "revision": 1,
                     *       "comments": [
                     *         {
                     *           "id": "cas_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *           "author": {
                     *             "kind": "account",
                     *             "id": "acc_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *             "name": "Exemplo"
                     *           },
                     *           "at": "2026-11-22T12:00:00.000Z",
                     *           "text": "A sentence."
                     *         }
                     *       ],
                     *       "decisions": [
                     *         {
                     *           "id": "dec_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *           "outcome": "approve",
                     *           "reasonCode": "identity_confirmed",
                     *           "note": "text",
                     *           "proposedBy": {
                     *             "kind": "account",
                     *             "id": "acc_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *             "name": "Exemplo"
                     *           },
                     *           "proposedAt": "2026-11-22T12:00:00.000Z",
                     *           "needsConfirmation": false,
                     *           "withdrawnAt": "2026-11-22T12:00:00.000Z",
                     *           "confirmation": {
                     *             "by": {
                     *               "kind": "account",
                     *               "id": "acc_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *               "name": "Exemplo"
                     *             },
                     *             "at": "2026-11-22T12:00:00.000Z",
                     *             "isConfirmed": false,
                     *             "note": "text"
                     *           }
                     *         }
                     *       ],
                     *       "events": [
                     *         {
                     *           "at": "2026-11-22T12:00:00.000Z",
                     *           "actor": {
                     *             "kind": "account",
                     *             "id": "acc_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *             "name": "Exemplo"
                     *           },
                     *           "action": "attempt.read",
                     *           "detail": {}
                     *         }
                     *       ],
                     *       "links": [
                     *         {
                     *           "id": "cas_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *           "kind": "execution_pending",
                     *           "state": "OPEN",
                     *           "priority": 50,
                     *           "subject": {
                     *             "personId": "per_019a9c5e7b1a7f3e8d2c4b6a90817263"
                     *           },
                     *           "attemptId": "att_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *           "executionId": "exe_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *           "reasons": [
                     *             "text"
                     *           ],
                     *           "assignee": {
                     *             "id": "acc_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *             "name": "Exemplo"
                     *           },
                     *           "dueAt": "2026-11-22T12:00:00.000Z",
                     *           "isEscalated": false,
                     *           "openedAt": "2026-11-22T12:00:00.000Z",
                     *           "decidedAt": "2026-11-22T12:00:00.000Z",
                     *           "revision": 1
                     *         }
                     *       ],
                     *       "attachments": [
                     *         {
                     *           "id": "cas_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *           "addedBy": "text",
                     *           "at": "2026-11-22T12:00:00.000Z",
                     *           "imageUrl": "https://example.com/photo.jpg"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["CaseFile"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    assignCase: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example cas_019a9c5e7b1a7f3e8d2c4b6a90817263 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "accountId": "acc_019a9c5e7b1a7f3e8d2c4b6a90817263",
                 *       "reason": "The person asked for it."
                 *     }
                 */
                "application/json": components["schemas"]["CaseAssignment"];
            };
        };
        responses: {
            /** @description The case as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "id": "cas_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *       "kind": "execution_pending",
                     *       "state": "OPEN",
                     *       "priority": 50,
                     *       "subject": {
                     *         "personId": "per_019a9c5e7b1a7f3e8d2c4b6a90817263"
                     *       },
                     *       "attemptId": "att_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *       "executionId": "exe_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *       "reasons": [
                     *         "text"
                     *       ],
                     *       "assignee": {
                     *         "id": "acc_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *         "name": "Exemplo"
                     *       },
                     *       "dueAt": "2026-11-22T12:00:00.000Z",
                     *       "isEscalated": false,
                     *       "openedAt": "2026-11-22T12:00:00.000Z",
                     *       "decidedAt": "2026-11-22T12:00:00.000Z",
                     *       "revision": 1
                     *     }
                     */
                    "application/json": components["schemas"]["CaseAnswer"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Idempotency-Key came with another request before. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than the limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    attachPhoto: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example cas_019a9c5e7b1a7f3e8d2c4b6a90817263 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "image/avif": string;
                "image/jpeg": string;
                "image/png": string;
                "image/webp": string;
            };
        };
        responses: {
            /** @description The case as it is now. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "id": "cas_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *       "kind": "execution_pending",
                     *       "state": "OPEN",
                     *       "priority": 50,
                     *       "subject": {
                     *         "personId": "per_019a9c5e7b1a7f3e8d2c4b6a90817263"
                     *       },
                     *       "attemptId": "att_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *       "executionId": "exe_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *       "reasons": [
                     *         "text"
                     *       ],
                     *       "assignee": {
                     *         "id": "acc_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *         "name": "Exemplo"
                     *       },
                     *       "dueAt": "2026-11-22T12:00:00.000Z",
                     *       "isEscalated": false,
                     *       "openedAt": "2026-11-22T12:00:00.000Z",
                     *       "decidedAt": "2026-11-22T12:00:00.000Z",
                     *       "revision": 1
                     *     }
                     */
                    "application/json": components["schemas"]["CaseAnswer"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Idempotency-Key came with another request before. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than the limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    commentCase: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example cas_019a9c5e7b1a7f3e8d2c4b6a90817263 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "text": "A sentence."
                 *     }
                 */
                "application/json": components["schemas"]["CaseComment"];
            };
        };
        responses: {
            /** @description The case as it is now. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "id": "cas_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *       "kind": "execution_pending",
                     *       "state": "OPEN",
                     *       "priority": 50,
                     *       "subject": {
                     *         "personId": "per_019a9c5e7b1a7f3e8d2c4b6a90817263"
                     *       },
                     *       "attemptId": "att_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *       "executionId": "exe_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *       "reasons": [
                     *         "text"
                     *       ],
                     *       "assignee": {
                     *         "id": "acc_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *         "name": "Exemplo"
                     *       },
                     *       "dueAt": "2026-11-22T12:00:00.000Z",
                     *       "isEscalated": false,
                     *       "openedAt": "2026-11-22T12:00:00.000Z",
                     *       "decidedAt": "2026-11-22T12:00:00.000Z",
                     *       "revision": 1
                     *     }
                     */
                    "application/json": components["schemas"]["CaseAnswer"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than the limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    decideCase: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example cas_019a9c5e7b1a7f3e8d2c4b6a90817263 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "outcome": "approve",
                 *       "reasonCode": "identity_confirmed",
                 *       "note": "text",
                 *       "revision": 1
                 *     }
                 */
                "application/json": components["schemas"]["CaseDecisionRequest"];
            };
        };
        responses: {
            /** @description The decision, and the case after it. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "id": "cas_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *       "outcome": "approve",
                     *       "reasonCode": "identity_confirmed",
                     *       "note": "text",
                     *       "proposedBy": {
                     *         "kind": "account",
                     *         "id": "acc_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *         "name": "Exemplo"
                     *       },
                     *       "proposedAt": "2026-11-22T12:00:00.000Z",
                     *       "needsConfirmation": false,
                     *       "withdrawnAt": "2026-11-22T12:00:00.000Z",
                     *       "confirmation": {
                     *         "by": {
                     *           "kind": "account",
                     *           "id": "acc_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *           "name": "Exemplo"
                     *         },
                     *         "at": "2026-11-22T12:00:00.000Z",
                     *         "isConfirmed": false,
                     *         "note": "text"
                     *       },
                     *       "state": "OPEN",
                     *       "case": {
                     *         "id": "cas_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *         "kind": "execution_pending",
                     *         "state": "OPEN",
                     *         "priority": 50,
                     *         "subject": {
                     *           "personId": "per_019a9c5e7b1a7f3e8d2c4b6a90817263"
                     *         },
                     *         "attemptId": "att_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *         "executionId": "exe_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *         "reasons": [
                     *           "text"
                     *         ],
                     *         "assignee": {
                     *           "id": "acc_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *           "name": "Exemplo"
                     *         },
                     *         "dueAt": "2026-11-22T12:00:00.000Z",
                     *         "isEscalated": false,
                     *         "openedAt": "2026-11-22T12:00:00.000Z",
                     *         "decidedAt": "2026-11-22T12:00:00.000Z",
                     *         "revision": 1
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["DecidedCase"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Idempotency-Key came with another request before. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than the limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    confirmCaseDecision: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example dec_019a9c5e7b1a7f3e8d2c4b6a90817263 */
                decisionId: string;
                /** @example cas_019a9c5e7b1a7f3e8d2c4b6a90817263 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "isConfirmed": false,
                 *       "note": "text"
                 *     }
                 */
                "application/json": components["schemas"]["CaseConfirmation"];
            };
        };
        responses: {
            /** @description The decision, and the case after it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "id": "cas_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *       "outcome": "approve",
                     *       "reasonCode": "identity_confirmed",
                     *       "note": "text",
                     *       "proposedBy": {
                     *         "kind": "account",
                     *         "id": "acc_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *         "name": "Exemplo"
                     *       },
                     *       "proposedAt": "2026-11-22T12:00:00.000Z",
                     *       "needsConfirmation": false,
                     *       "withdrawnAt": "2026-11-22T12:00:00.000Z",
                     *       "confirmation": {
                     *         "by": {
                     *           "kind": "account",
                     *           "id": "acc_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *           "name": "Exemplo"
                     *         },
                     *         "at": "2026-11-22T12:00:00.000Z",
                     *         "isConfirmed": false,
                     *         "note": "text"
                     *       },
                     *       "state": "OPEN",
                     *       "case": {
                     *         "id": "cas_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *         "kind": "execution_pending",
                     *         "state": "OPEN",
                     *         "priority": 50,
                     *         "subject": {
                     *           "personId": "per_019a9c5e7b1a7f3e8d2c4b6a90817263"
                     *         },
                     *         "attemptId": "att_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *         "executionId": "exe_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *         "reasons": [
                     *           "text"
                     *         ],
                     *         "assignee": {
                     *           "id": "acc_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *           "name": "Exemplo"
                     *         },
                     *         "dueAt": "2026-11-22T12:00:00.000Z",
                     *         "isEscalated": false,
                     *         "openedAt": "2026-11-22T12:00:00.000Z",
                     *         "decidedAt": "2026-11-22T12:00:00.000Z",
                     *         "revision": 1
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["DecidedCase"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Idempotency-Key came with another request before. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than the limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listCaseDuplicates: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example cas_019a9c5e7b1a7f3e8d2c4b6a90817263 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The person of the case first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "people": [
                     *         {
                     *           "personId": "per_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *           "similarity": 0.8,
                     *           "photos": [
                     *             {
                     *               "registeredAt": "2026-11-22T12:00:00.000Z",
                     *               "imageUrl": "https://example.com/photo.jpg"
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["CaseDuplicates"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    escalateCase: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example cas_019a9c5e7b1a7f3e8d2c4b6a90817263 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "The person asked for it."
                 *     }
                 */
                "application/json": components["schemas"]["CaseEscalation"];
            };
        };
        responses: {
            /** @description The case as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "id": "cas_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *       "kind": "execution_pending",
                     *       "state": "OPEN",
                     *       "priority": 50,
                     *       "subject": {
                     *         "personId": "per_019a9c5e7b1a7f3e8d2c4b6a90817263"
                     *       },
                     *       "attemptId": "att_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *       "executionId": "exe_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *       "reasons": [
                     *         "text"
                     *       ],
                     *       "assignee": {
                     *         "id": "acc_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *         "name": "Exemplo"
                     *       },
                     *       "dueAt": "2026-11-22T12:00:00.000Z",
                     *       "isEscalated": false,
                     *       "openedAt": "2026-11-22T12:00:00.000Z",
                     *       "decidedAt": "2026-11-22T12:00:00.000Z",
                     *       "revision": 1
                     *     }
                     */
                    "application/json": components["schemas"]["CaseAnswer"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Idempotency-Key came with another request before. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than the limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    linkCase: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example cas_019a9c5e7b1a7f3e8d2c4b6a90817263 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "caseId": "cas_019a9c5e7b1a7f3e8d2c4b6a90817263"
                 *     }
                 */
                "application/json": components["schemas"]["CaseLink"];
            };
        };
        responses: {
            /** @description The case as it is now. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "id": "cas_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *       "kind": "execution_pending",
                     *       "state": "OPEN",
                     *       "priority": 50,
                     *       "subject": {
                     *         "personId": "per_019a9c5e7b1a7f3e8d2c4b6a90817263"
                     *       },
                     *       "attemptId": "att_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *       "executionId": "exe_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *       "reasons": [
                     *         "text"
                     *       ],
                     *       "assignee": {
                     *         "id": "acc_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *         "name": "Exemplo"
                     *       },
                     *       "dueAt": "2026-11-22T12:00:00.000Z",
                     *       "isEscalated": false,
                     *       "openedAt": "2026-11-22T12:00:00.000Z",
                     *       "decidedAt": "2026-11-22T12:00:00.000Z",
                     *       "revision": 1
                     *     }
                     */
                    "application/json": components["schemas"]["CaseAnswer"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than the limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    snoozeCase: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example cas_019a9c5e7b1a7f3e8d2c4b6a90817263 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "until": "2026-11-22T12:00:00.000Z"
                 *     }
                 */
                "application/json": components["schemas"]["CaseSnooze"];
            };
        };
        responses: {
            /** @description The case as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "id": "cas_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *       "kind": "execution_pending",
                     *       "state": "OPEN",
                     *       "priority": 50,
                     *       "subject": {
                     *         "personId": "per_019a9c5e7b1a7f3e8d2c4b6a90817263"
                     *       },
                     *       "attemptId": "att_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *       "executionId": "exe_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *       "reasons": [
                     *         "text"
                     *       ],
                     *       "assignee": {
                     *         "id": "acc_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *         "name": "Exemplo"
                     *       },
                     *       "dueAt": "2026-11-22T12:00:00.000Z",
                     *       "isEscalated": false,
                     *       "openedAt": "2026-11-22T12:00:00.000Z",
                     *       "decidedAt": "2026-11-22T12:00:00.000Z",
                     *       "revision": 1
                     *     }
                     */
                    "application/json": components["schemas"]["CaseAnswer"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Idempotency-Key came with another request before. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than the limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    assignCases: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "caseIds": [
                 *         "text"
                 *       ],
                 *       "accountId": "acc_019a9c5e7b1a7f3e8d2c4b6a90817263",
                 *       "reason": "The person asked for it."
                 *     }
                 */
                "application/json": components["schemas"]["CaseAssignments"];
            };
        };
        responses: {
            /** @description The cases that were handed over, and the failed ones. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "items": [
                     *         {
                     *           "id": "cas_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *           "kind": "execution_pending",
                     *           "state": "OPEN",
                     *           "priority": 50,
                     *           "subject": {
                     *             "personId": "per_019a9c5e7b1a7f3e8d2c4b6a90817263"
                     *           },
                     *           "attemptId": "att_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *           "executionId": "exe_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *           "reasons": [
                     *             "text"
                     *           ],
                     *           "assignee": {
                     *             "id": "acc_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *             "name": "Exemplo"
                     *           },
                     *           "dueAt": "2026-11-22T12:00:00.000Z",
                     *           "isEscalated": false,
                     *           "openedAt": "2026-11-22T12:00:00.000Z",
                     *           "decidedAt": "2026-11-22T12:00:00.000Z",
                     *           "revision": 1
                     *         }
                     *       ],
                     *       "failed": [
                     *         {
                     *           "id": "cas_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *           "code": "text"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["AssignedCases"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than the limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    claimNextCase: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The case as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "id": "cas_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *       "kind": "execution_pending",
                     *       "state": "OPEN",
                     *       "priority": 50,
                     *       "subject": {
                     *         "personId": "per_019a9c5e7b1a7f3e8d2c4b6a90817263"
                     *       },
                     *       "attemptId": "att_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *       "executionId": "exe_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *       "reasons": [
                     *         "text"
                     *       ],
                     *       "assignee": {
                     *         "id": "acc_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *         "name": "Exemplo"
                     *       },
                     *       "dueAt": "2026-11-22T12:00:00.000Z",
                     *       "isEscalated": false,
                     *       "openedAt": "2026-11-22T12:00:00.000Z",
                     *       "decidedAt": "2026-11-22T12:00:00.000Z",
                     *       "revision": 1
                     *     }
                     */
                    "application/json": components["schemas"]["CaseAnswer"];
                };
            };
            /** @description There is none. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than the limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listClients: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The clients, oldest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "clients": [
                     *         {
                     *           "clientId": "cli_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *           "name": "Exemplo",
                     *           "product": "customer",
                     *           "scopes": [
                     *             "attempts:read"
                     *           ],
                     *           "createdAt": "2026-11-22T12:00:00.000Z",
                     *           "secrets": [
                     *             {
                     *               "secretId": "sec_1",
                     *               "createdAt": "2026-11-22T12:00:00.000Z"
                     *             }
                     *           ],
                     *           "livenessRequired": {
                     *             "authentication": "passive",
                     *             "registration": "passive"
                     *           },
                     *           "captureOrigins": [
                     *             "text"
                     *           ],
                     *           "redirectUrls": [
                     *             "text"
                     *           ],
                     *           "keyIds": [
                     *             "text"
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Clients"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createClient: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "product": "customer",
                 *       "scopes": [
                 *         "attempts:read"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ClientRequest"];
            };
        };
        responses: {
            /** @description The credentials of the new client. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "clientId": "cli_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *       "clientSecret": "c2VjcmV0LW9mLWFuLWV4YW1wbGUtbm90LWEtcmVhbC1vbmU",
                     *       "keyIds": [
                     *         "text"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ClientCredentials"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than the limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    revokeClient: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example cli_019a9c5e7b1a7f3e8d2c4b6a90817263 */
                clientId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The client is revoked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "clientId": "cli_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *       "revokedAt": "2026-11-22T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["RevokedClient"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    changeClient: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example cli_019a9c5e7b1a7f3e8d2c4b6a90817263 */
                clientId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["ClientRulesRequest"];
            };
        };
        responses: {
            /** @description The rules in force. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "clientId": "cli_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *       "livenessRequired": {
                     *         "authentication": "passive",
                     *         "registration": "passive"
                     *       },
                     *       "captureOrigins": [
                     *         "text"
                     *       ],
                     *       "redirectUrls": [
                     *         "text"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ClientRules"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Idempotency-Key came with another request before. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than the limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    replaceClientKeys: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example cli_019a9c5e7b1a7f3e8d2c4b6a90817263 */
                clientId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["ClientKeysRequest"];
            };
        };
        responses: {
            /** @description The keys in force. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "clientId": "cli_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *       "keyIds": [
                     *         "text"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ClientKeys"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Idempotency-Key came with another request before. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than the limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    addClientSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example cli_019a9c5e7b1a7f3e8d2c4b6a90817263 */
                clientId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The new secret. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "clientId": "cli_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *       "secretId": "sec_1",
                     *       "clientSecret": "c2VjcmV0LW9mLWFuLWV4YW1wbGUtbm90LWEtcmVhbC1vbmU"
                     *     }
                     */
                    "application/json": components["schemas"]["ClientSecret"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Idempotency-Key came with another request before. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than the limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    removeClientSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example cli_019a9c5e7b1a7f3e8d2c4b6a90817263 */
                clientId: string;
                /** @example sec_1 */
                secretId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The secret is removed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "clientId": "cli_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *       "secretId": "sec_1"
                     *     }
                     */
                    "application/json": components["schemas"]["RemovedClientSecret"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Idempotency-Key came with another request before. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    searchCompanies: {
        parameters: {
            query?: {
                /**
                 * @description Code of IBGE or of Receita Federal, or the name.
                 * @example São Paulo
                 */
                city?: string;
                /**
                 * @description The main activity's code or its first digits, with or without punctuation; secondary activities are not searched.
                 * @example text
                 */
                cnae?: string;
                /**
                 * @description `nextCursor` of the page before, with the same criteria.
                 * @example eyJhZnRlciI6IjAxOWE5YzVlIn0
                 */
                cursor?: string;
                /**
                 * @description 1 to 100; default 20.
                 * @example 1
                 */
                limit?: string;
                /**
                 * @description Words of the official or trade name, whole or in part; accents and case do not matter.
                 * @example Exemplo
                 */
                name?: string;
                /**
                 * @description Words of the name of one partner or administrator.
                 * @example text
                 */
                partner?: string;
                /**
                 * @description real, presumido, arbitrado, imune or isenta: in the last year that names the company. Only together with another criterion.
                 * @example text
                 */
                taxRegime?: string;
                /**
                 * @description The two letters of a state; EX for abroad.
                 * @example te
                 */
                uf?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of companies. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "dataMonth": "2026-11",
                     *       "items": [
                     *         {
                     *           "cnpj": "90000001000129",
                     *           "officialName": "EXEMPLO COMERCIO LTDA",
                     *           "fantasyName": "LOJA EXEMPLO",
                     *           "isHeadOffice": false,
                     *           "status": "ATIVA",
                     *           "openingDate": "2015-03-09",
                     *           "mainActivity": "47.81-4-00",
                     *           "city": {
                     *             "name": "Exemplo",
                     *             "siafiCode": "7107",
                     *             "ibgeCode": "3550308"
                     *           },
                     *           "state": "SP"
                     *         }
                     *       ],
                     *       "nextCursor": "eyJhZnRlciI6IjAxOWE5YzVlIn0"
                     *     }
                     */
                    "application/json": components["schemas"]["CompanyPage"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getCompany: {
        parameters: {
            query?: {
                /**
                 * @description Exactly `true` adds sources, onboarding and qsa; any other value is as good as none.
                 * @example text
                 */
                _includeOnboardingQsa?: unknown;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the profile, or a CNPJ: fourteen characters without a mask, letters in upper case.
                 * @example com_019a9c5e7b1a7f3e8d2c4b6a90817263
                 */
                companyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The profile. Unknown fields are absent. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "id": "com_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *       "status": "APPROVED",
                     *       "cnpj": "90000001000129",
                     *       "basicData": {
                     *         "openingDate": "2015-03-09",
                     *         "officialName": "EXEMPLO COMERCIO LTDA",
                     *         "fantasyName": "LOJA EXEMPLO",
                     *         "companySize": "ME",
                     *         "companyEmail": "contato@example.com",
                     *         "mainActivity": "47.81-4-00",
                     *         "secondaryActivities": [
                     *           {
                     *             "code": "text",
                     *             "description": "What it is."
                     *           }
                     *         ],
                     *         "legalNature": "206-2",
                     *         "status": "ATIVA",
                     *         "jointStock": "text",
                     *         "phoneNumber": "1130000000"
                     *       },
                     *       "executions": [
                     *         {
                     *           "executionId": "exe_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *           "executionOrigin": "API",
                     *           "lastUpdate": "2026-11-22T12:00:00.000Z",
                     *           "metadata": {}
                     *         }
                     *       ],
                     *       "onboarding": {
                     *         "qsa": [
                     *           {
                     *             "status": "APPROVED",
                     *             "name": "Exemplo",
                     *             "profileId": "per_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *             "transactionId": "exe_019a9c5e7b1a7f3e8d2c4b6a90817263"
                     *           }
                     *         ]
                     *       },
                     *       "qsa": {
                     *         "items": [
                     *           {
                     *             "name": "Exemplo",
                     *             "functionCode": "49",
                     *             "function": "Sócio-Administrador",
                     *             "isLegalRepresentative": false,
                     *             "profileId": "per_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *             "status": "APPROVED",
                     *             "transactionId": "exe_019a9c5e7b1a7f3e8d2c4b6a90817263"
                     *           }
                     *         ]
                     *       },
                     *       "sources": {
                     *         "pjData": {
                     *           "lastConsultation": {
                     *             "date": "2026-11-22T12:00:00.000Z"
                     *           },
                     *           "data": {
                     *             "dataMonth": "2026-11",
                     *             "cnpj": "90000001000129",
                     *             "isHeadOffice": false,
                     *             "officialName": "EXEMPLO COMERCIO LTDA",
                     *             "fantasyName": "LOJA EXEMPLO",
                     *             "openingDate": "2015-03-09",
                     *             "status": {
                     *               "code": "text",
                     *               "description": "What it is.",
                     *               "since": "2015-03-09",
                     *               "reason": {
                     *                 "code": "text"
                     *               }
                     *             },
                     *             "specialStatus": {
                     *               "description": "What it is.",
                     *               "since": "2015-03-09"
                     *             },
                     *             "legalNature": {
                     *               "code": "text",
                     *               "description": "What it is."
                     *             },
                     *             "companySize": {
                     *               "code": "text",
                     *               "description": "What it is."
                     *             },
                     *             "jointStock": {
                     *               "amount": "100000.00",
                     *               "formatted": "R$ 100.000,00"
                     *             },
                     *             "responsibleQualification": {
                     *               "code": "text",
                     *               "description": "What it is."
                     *             },
                     *             "responsibleEntity": "text",
                     *             "mainActivity": {
                     *               "code": "text",
                     *               "description": "What it is."
                     *             },
                     *             "secondaryActivities": [
                     *               {
                     *                 "code": "text",
                     *                 "description": "What it is."
                     *               }
                     *             ],
                     *             "address": {
                     *               "streetType": "RUA",
                     *               "street": "EXEMPLO",
                     *               "number": "text",
                     *               "complement": "text",
                     *               "district": "CENTRO",
                     *               "postalCode": "01310100",
                     *               "state": "SP",
                     *               "city": {
                     *                 "siafiCode": "7107"
                     *               },
                     *               "foreignCity": "text",
                     *               "country": {
                     *                 "code": "text"
                     *               }
                     *             },
                     *             "addressCheck": {
                     *               "postalCodeCheck": "agrees",
                     *               "postalCodeCityCheck": "agrees",
                     *               "postalCodeCity": {
                     *                 "name": "Exemplo"
                     *               }
                     *             },
                     *             "contacts": {
                     *               "email": "ana@example.com",
                     *               "phones": [],
                     *               "fax": "text"
                     *             },
                     *             "taxRegimes": [
                     *               {
                     *                 "year": 1,
                     *                 "regime": "text"
                     *               }
                     *             ],
                     *             "partners": [
                     *               {
                     *                 "kind": "text",
                     *                 "name": "Exemplo",
                     *                 "document": "***123456**",
                     *                 "qualification": {
                     *                   "code": "text"
                     *                 },
                     *                 "since": "2015-03-09",
                     *                 "country": {
                     *                   "code": "text"
                     *                 },
                     *                 "ageBand": "31 a 40 anos",
                     *                 "representative": {}
                     *               }
                     *             ]
                     *           }
                     *         },
                     *         "pjSimples": {
                     *           "lastConsultation": {
                     *             "date": "2026-11-22T12:00:00.000Z"
                     *           },
                     *           "data": {
                     *             "dataMonth": "2026-11",
                     *             "simples": {
                     *               "isOptant": false,
                     *               "since": "2015-03-09",
                     *               "until": "2026-11-23T12:00:00.000Z"
                     *             },
                     *             "mei": {
                     *               "isOptant": false,
                     *               "since": "2015-03-09",
                     *               "until": "2026-11-23T12:00:00.000Z"
                     *             }
                     *           }
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Company"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listCompanyHistory: {
        parameters: {
            query?: {
                /**
                 * @description `nextCursor` of the page before.
                 * @example eyJhZnRlciI6IjAxOWE5YzVlIn0
                 */
                cursor?: string;
                /**
                 * @description 1 to 100; default 20.
                 * @example 1
                 */
                limit?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the profile, or a CNPJ: fourteen characters without a mask, letters in upper case.
                 * @example com_019a9c5e7b1a7f3e8d2c4b6a90817263
                 */
                companyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Changes, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "id": "his_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *       "items": [
                     *         {
                     *           "id": "his_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *           "changedAt": "2026-11-22T12:00:00.000Z",
                     *           "executionId": "exe_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *           "changes": [
                     *             {
                     *               "path": "body/peopleId",
                     *               "from": "PROCESSING",
                     *               "to": "APPROVED"
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "nextCursor": "eyJhZnRlciI6IjAxOWE5YzVlIn0"
                     *     }
                     */
                    "application/json": components["schemas"]["HistoryPage"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listEventTypes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The types. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "items": [
                     *         {
                     *           "name": "Exemplo",
                     *           "version": 1,
                     *           "meaning": "What the type says.",
                     *           "scope": "attempts:read",
                     *           "isVisible": true,
                     *           "schema": {}
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["EventTypes"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /**
                 * @description `nextAfter` of the page before, or the id of any event received; `latest`: from now on. Unless given: from the oldest event kept.
                 * @example text
                 */
                after?: string;
                /**
                 * @description 1 to 1000; default 100.
                 * @example 1
                 */
                limit?: string;
                /**
                 * @description Types, separated by commas. Default: all.
                 * @example face.registered
                 */
                type?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of events. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "items": [
                     *         {
                     *           "id": "evt_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *           "type": "face.registered",
                     *           "version": 1,
                     *           "timestamp": "2026-11-22T12:00:00.000Z",
                     *           "data": {
                     *             "personId": "per_00000000000000000000000000000000",
                     *             "faceId": "fac_00000000000000000000000000000000"
                     *           }
                     *         }
                     *       ],
                     *       "nextAfter": "evt_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *       "hasMore": false
                     *     }
                     */
                    "application/json": components["schemas"]["EventPage"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listExecutions: {
        parameters: {
            query?: {
                /**
                 * @description `nextCursor` of the page before.
                 * @example eyJhZnRlciI6IjAxOWE5YzVlIn0
                 */
                cursor?: string;
                /**
                 * @description 1 to 200; default 50.
                 * @example 1
                 */
                limit?: string;
                /**
                 * @description PENDING, PROCESSING, APPROVED, REPROVED, WAITING_DOCUMENTS
                 * @example PENDING
                 */
                status?: "PENDING" | "PROCESSING" | "APPROVED" | "REPROVED" | "WAITING_DOCUMENTS";
                /**
                 * @description A CPF, a CNPJ or the id of a profile.
                 * @example person
                 */
                subject?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of executions, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "items": [
                     *         {
                     *           "executionId": "exe_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *           "executionOrigin": "API",
                     *           "templateId": "tpl_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *           "templateVersion": 1,
                     *           "subject": "person",
                     *           "profileId": "per_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *           "status": "APPROVED",
                     *           "reason": "The person asked for it.",
                     *           "state": "queued",
                     *           "rerunOf": "text",
                     *           "referenceId": "order-1001",
                     *           "metadata": {},
                     *           "parentExecutionId": "exe_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *           "createdAt": "2026-11-22T12:00:00.000Z",
                     *           "lastUpdate": "2026-11-22T12:00:00.000Z",
                     *           "completedAt": "2026-11-22T12:00:00.000Z"
                     *         }
                     *       ],
                     *       "nextCursor": "eyJhZnRlciI6IjAxOWE5YzVlIn0"
                     *     }
                     */
                    "application/json": components["schemas"]["ExecutionPage"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createExecution: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key with the same body gives the same execution for 24 hours.
                 * @example order-1001
                 */
                "idempotency-key"?: string;
                /**
                 * @description `wait=N` waits up to N seconds for the result (RFC 7240).
                 * @example text
                 */
                prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "templateId": "tpl_019a9c5e7b1a7f3e8d2c4b6a90817263",
                 *       "cpf": "90000000175"
                 *     }
                 */
                "application/json": components["schemas"]["ExecutionRequest"];
            };
        };
        responses: {
            /** @description The execution, ended within the wait. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "executionId": "exe_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *       "executionOrigin": "API",
                     *       "templateId": "tpl_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *       "templateVersion": 1,
                     *       "subject": "person",
                     *       "profileId": "per_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *       "status": "APPROVED",
                     *       "reason": "The person asked for it.",
                     *       "state": "queued",
                     *       "rerunOf": "text",
                     *       "referenceId": "order-1001",
                     *       "metadata": {},
                     *       "parentExecutionId": "exe_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *       "createdAt": "2026-11-22T12:00:00.000Z",
                     *       "lastUpdate": "2026-11-22T12:00:00.000Z",
                     *       "completedAt": "2026-11-22T12:00:00.000Z",
                     *       "sources": {},
                     *       "tries": [
                     *         {
                     *           "number": 1,
                     *           "startedAt": "2026-11-22T12:00:00.000Z",
                     *           "endedAt": "2026-11-22T12:00:00.000Z",
                     *           "state": "queued",
                     *           "faults": [
                     *             {
                     *               "source": "text",
                     *               "reason": "The person asked for it."
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "previousExecutionId": "text",
                     *       "nextExecutionId": "text",
                     *       "attributes": {},
                     *       "decision": {
                     *         "status": "APPROVED",
                     *         "decidedBy": [
                     *           "of-age"
                     *         ],
                     *         "rules": [
                     *           {
                     *             "name": "Exemplo",
                     *             "status": "APPROVED",
                     *             "outcome": "text",
                     *             "reason": "The person asked for it.",
                     *             "values": {}
                     *           }
                     *         ]
                     *       },
                     *       "onboarding": {
                     *         "qsa": [
                     *           {
                     *             "status": "APPROVED",
                     *             "name": "Exemplo",
                     *             "profileId": "per_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *             "transactionId": "exe_019a9c5e7b1a7f3e8d2c4b6a90817263"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Execution"];
                };
            };
            /** @description The execution, under way. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "executionId": "exe_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *       "executionOrigin": "API",
                     *       "templateId": "tpl_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *       "templateVersion": 1,
                     *       "subject": "person",
                     *       "profileId": "per_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *       "status": "APPROVED",
                     *       "reason": "The person asked for it.",
                     *       "state": "queued",
                     *       "rerunOf": "text",
                     *       "referenceId": "order-1001",
                     *       "metadata": {},
                     *       "parentExecutionId": "exe_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *       "createdAt": "2026-11-22T12:00:00.000Z",
                     *       "lastUpdate": "2026-11-22T12:00:00.000Z",
                     *       "completedAt": "2026-11-22T12:00:00.000Z",
                     *       "sources": {},
                     *       "tries": [
                     *         {
                     *           "number": 1,
                     *           "startedAt": "2026-11-22T12:00:00.000Z",
                     *           "endedAt": "2026-11-22T12:00:00.000Z",
                     *           "state": "queued",
                     *           "faults": [
                     *             {
                     *               "source": "text",
                     *               "reason": "The person asked for it."
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "previousExecutionId": "text",
                     *       "nextExecutionId": "text",
                     *       "attributes": {},
                     *       "decision": {
                     *         "status": "APPROVED",
                     *         "decidedBy": [
                     *           "of-age"
                     *         ],
                     *         "rules": [
                     *           {
                     *             "name": "Exemplo",
                     *             "status": "APPROVED",
                     *             "outcome": "text",
                     *             "reason": "The person asked for it.",
                     *             "values": {}
                     *           }
                     *         ]
                     *       },
                     *       "onboarding": {
                     *         "qsa": [
                     *           {
                     *             "status": "APPROVED",
                     *             "name": "Exemplo",
                     *             "profileId": "per_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *             "transactionId": "exe_019a9c5e7b1a7f3e8d2c4b6a90817263"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Execution"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Idempotency-Key came with another request before. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than the limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getExecution: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example exe_019a9c5e7b1a7f3e8d2c4b6a90817263 */
                executionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The execution as it stands. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "executionId": "exe_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *       "executionOrigin": "API",
                     *       "templateId": "tpl_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *       "templateVersion": 1,
                     *       "subject": "person",
                     *       "profileId": "per_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *       "status": "APPROVED",
                     *       "reason": "The person asked for it.",
                     *       "state": "queued",
                     *       "rerunOf": "text",
                     *       "referenceId": "order-1001",
                     *       "metadata": {},
                     *       "parentExecutionId": "exe_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *       "createdAt": "2026-11-22T12:00:00.000Z",
                     *       "lastUpdate": "2026-11-22T12:00:00.000Z",
                     *       "completedAt": "2026-11-22T12:00:00.000Z",
                     *       "sources": {},
                     *       "tries": [
                     *         {
                     *           "number": 1,
                     *           "startedAt": "2026-11-22T12:00:00.000Z",
                     *           "endedAt": "2026-11-22T12:00:00.000Z",
                     *           "state": "queued",
                     *           "faults": [
                     *             {
                     *               "source": "text",
                     *               "reason": "The person asked for it."
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "previousExecutionId": "text",
                     *       "nextExecutionId": "text",
                     *       "attributes": {},
                     *       "decision": {
                     *         "status": "APPROVED",
                     *         "decidedBy": [
                     *           "of-age"
                     *         ],
                     *         "rules": [
                     *           {
                     *             "name": "Exemplo",
                     *             "status": "APPROVED",
                     *             "outcome": "text",
                     *             "reason": "The person asked for it.",
                     *             "values": {}
                     *           }
                     *         ]
                     *       },
                     *       "onboarding": {
                     *         "qsa": [
                     *           {
                     *             "status": "APPROVED",
                     *             "name": "Exemplo",
                     *             "profileId": "per_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *             "transactionId": "exe_019a9c5e7b1a7f3e8d2c4b6a90817263"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Execution"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    cancelExecution: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example exe_019a9c5e7b1a7f3e8d2c4b6a90817263 */
                executionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The execution, cancelled. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "executionId": "exe_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *       "executionOrigin": "API",
                     *       "templateId": "tpl_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *       "templateVersion": 1,
                     *       "subject": "person",
                     *       "profileId": "per_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *       "status": "APPROVED",
                     *       "reason": "The person asked for it.",
                     *       "state": "queued",
                     *       "rerunOf": "text",
                     *       "referenceId": "order-1001",
                     *       "metadata": {},
                     *       "parentExecutionId": "exe_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *       "createdAt": "2026-11-22T12:00:00.000Z",
                     *       "lastUpdate": "2026-11-22T12:00:00.000Z",
                     *       "completedAt": "2026-11-22T12:00:00.000Z",
                     *       "sources": {},
                     *       "tries": [
                     *         {
                     *           "number": 1,
                     *           "startedAt": "2026-11-22T12:00:00.000Z",
                     *           "endedAt": "2026-11-22T12:00:00.000Z",
                     *           "state": "queued",
                     *           "faults": [
                     *             {
                     *               "source": "text",
                     *               "reason": "The person asked for it."
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "previousExecutionId": "text",
                     *       "nextExecutionId": "text",
                     *       "attributes": {},
                     *       "decision": {
                     *         "status": "APPROVED",
                     *         "decidedBy": [
                     *           "of-age"
                     *         ],
                     *         "rules": [
                     *           {
                     *             "name": "Exemplo",
                     *             "status": "APPROVED",
                     *             "outcome": "text",
                     *             "reason": "The person asked for it.",
                     *             "values": {}
                     *           }
                     *         ]
                     *       },
                     *       "onboarding": {
                     *         "qsa": [
                     *           {
                     *             "status": "APPROVED",
                     *             "name": "Exemplo",
                     *             "profileId": "per_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *             "transactionId": "exe_019a9c5e7b1a7f3e8d2c4b6a90817263"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Execution"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Idempotency-Key came with another request before. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    runExecutionAgain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example exe_019a9c5e7b1a7f3e8d2c4b6a90817263 */
                executionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new execution, under way. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "executionId": "exe_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *       "executionOrigin": "API",
                     *       "templateId": "tpl_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *       "templateVersion": 1,
                     *       "subject": "person",
                     *       "profileId": "per_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *       "status": "APPROVED",
                     *       "reason": "The person asked for it.",
                     *       "state": "queued",
                     *       "rerunOf": "text",
                     *       "referenceId": "order-1001",
                     *       "metadata": {},
                     *       "parentExecutionId": "exe_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *       "createdAt": "2026-11-22T12:00:00.000Z",
                     *       "lastUpdate": "2026-11-22T12:00:00.000Z",
                     *       "completedAt": "2026-11-22T12:00:00.000Z",
                     *       "sources": {},
                     *       "tries": [
                     *         {
                     *           "number": 1,
                     *           "startedAt": "2026-11-22T12:00:00.000Z",
                     *           "endedAt": "2026-11-22T12:00:00.000Z",
                     *           "state": "queued",
                     *           "faults": [
                     *             {
                     *               "source": "text",
                     *               "reason": "The person asked for it."
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "previousExecutionId": "text",
                     *       "nextExecutionId": "text",
                     *       "attributes": {},
                     *       "decision": {
                     *         "status": "APPROVED",
                     *         "decidedBy": [
                     *           "of-age"
                     *         ],
                     *         "rules": [
                     *           {
                     *             "name": "Exemplo",
                     *             "status": "APPROVED",
                     *             "outcome": "text",
                     *             "reason": "The person asked for it.",
                     *             "values": {}
                     *           }
                     *         ]
                     *       },
                     *       "onboarding": {
                     *         "qsa": [
                     *           {
                     *             "status": "APPROVED",
                     *             "name": "Exemplo",
                     *             "profileId": "per_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *             "transactionId": "exe_019a9c5e7b1a7f3e8d2c4b6a90817263"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Execution"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Idempotency-Key came with another request before. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listFaceAuthentications: {
        parameters: {
            query?: {
                /**
                 * @description Id of the requesting client.
                 * @example cli_019a9c5e7b1a7f3e8d2c4b6a90817263
                 */
                clientId?: string;
                /**
                 * @description `nextCursor` of the page before.
                 * @example eyJhZnRlciI6IjAxOWE5YzVlIn0
                 */
                cursor?: string;
                /**
                 * @description From this moment on.
                 * @example 2026-11-22T12:00:00.000Z
                 */
                from?: string;
                /**
                 * @description Only attempts that matched, or that did not.
                 * @example true
                 */
                isMatch?: "true" | "false";
                /**
                 * @description 1 to 200; default 50.
                 * @example 1
                 */
                limit?: string;
                /**
                 * @description Id of the profile of the person; never a CPF.
                 * @example per_019a9c5e7b1a7f3e8d2c4b6a90817263
                 */
                personId?: string;
                /**
                 * @description Before this moment.
                 * @example 2026-11-22T12:00:00.000Z
                 */
                to?: string;
            };
            header?: {
                /**
                 * @description CPF of the person, digits only; instead of personId.
                 * @example 90000000175
                 */
                "x-people-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of attempts. Empty for an unknown person. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "items": [
                     *         {
                     *           "id": "att_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *           "createdAt": "2026-11-22T12:00:00.000Z",
                     *           "peopleId": "90000000175",
                     *           "personId": "per_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *           "sourceIp": "203.0.113.7",
                     *           "executionOriginId": "text",
                     *           "registeredImageUrl": "https://example.com/",
                     *           "receivedImageUrl": "https://example.com/",
                     *           "faceMatch": {
                     *             "similarity": 0.8,
                     *             "isFaceMatch": true
                     *           },
                     *           "liveness": {
                     *             "probability": 0.8,
                     *             "isAlive": true,
                     *             "isReliable": true,
                     *             "challenge": "passed"
                     *           },
                     *           "isMatch": true,
                     *           "decision": {
                     *             "outcome": "match",
                     *             "score": 0.8,
                     *             "likeness": 0.8,
                     *             "cohort": {
                     *               "version": 1,
                     *               "people": 1,
                     *               "registeredOrdinariness": 0.8,
                     *               "receivedOrdinariness": 0.8
                     *             },
                     *             "restsOn": "text",
                     *             "scoreThreshold": 0.8,
                     *             "falseMatchRate": 0.0001,
                     *             "templateModel": "facenet-512",
                     *             "livenessEngine": "text",
                     *             "livenessThreshold": 0.8,
                     *             "models": [
                     *               {
                     *                 "role": "analyst",
                     *                 "name": "Exemplo",
                     *                 "version": "text",
                     *                 "licence": "text",
                     *                 "origin": "text"
                     *               }
                     *             ],
                     *             "quality": {
                     *               "faceWidthPx": 240,
                     *               "eyeDistancePx": 100,
                     *               "faceWidthShare": 0.8,
                     *               "sharpness": 0.8,
                     *               "brightness": 0.8,
                     *               "contrast": 0.8,
                     *               "detectionScore": 0.8
                     *             },
                     *             "references": 1,
                     *             "combinedReferences": 1,
                     *             "durationMs": 1,
                     *             "livenessSessionId": "liv_019a9c5e7b1a7f3e8d2c4b6a90817263"
                     *           }
                     *         }
                     *       ],
                     *       "nextCursor": "eyJhZnRlciI6IjAxOWE5YzVlIn0"
                     *     }
                     */
                    "application/json": components["schemas"]["AttemptPage"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createFaceAuthentication: {
        parameters: {
            query?: {
                /**
                 * @description true adds X-Response-Signature, a compact JWS that binds the answer.
                 * @example true
                 */
                shouldSignResponse?: "true" | "false";
            };
            header?: {
                /**
                 * @description The same key with the same body gives the same attempt for 24 hours.
                 * @example order-1001
                 */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "peopleId": "90000000175",
                 *       "imageUrl": "https://example.com/photo.jpg"
                 *     }
                 */
                "application/json": components["schemas"]["FaceAuthenticationRequest"];
            };
        };
        responses: {
            /** @description The attempt. */
            201: {
                headers: {
                    /** @description Address of the attempt. */
                    Location?: string;
                    /** @description Id of the attempt. */
                    "X-Attempt-Id"?: string;
                    /** @description With shouldSignResponse: a compact JWS. */
                    "X-Response-Signature"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "data": {
                     *         "id": "att_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *         "createdAt": "2026-11-22T12:00:00.000Z",
                     *         "peopleId": "90000000175",
                     *         "personId": "per_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *         "sourceIp": "203.0.113.7",
                     *         "executionOriginId": "text",
                     *         "registeredImageUrl": "https://example.com/",
                     *         "receivedImageUrl": "https://example.com/",
                     *         "faceMatch": {
                     *           "similarity": 0.8,
                     *           "isFaceMatch": true
                     *         },
                     *         "liveness": {
                     *           "probability": 0.8,
                     *           "isAlive": true,
                     *           "isReliable": true,
                     *           "challenge": "passed"
                     *         },
                     *         "isMatch": true,
                     *         "decision": {
                     *           "outcome": "match",
                     *           "score": 0.8,
                     *           "likeness": 0.8,
                     *           "cohort": {
                     *             "version": 1,
                     *             "people": 1,
                     *             "registeredOrdinariness": 0.8,
                     *             "receivedOrdinariness": 0.8
                     *           },
                     *           "restsOn": "text",
                     *           "scoreThreshold": 0.8,
                     *           "falseMatchRate": 0.0001,
                     *           "templateModel": "facenet-512",
                     *           "livenessEngine": "text",
                     *           "livenessThreshold": 0.8,
                     *           "models": [
                     *             {
                     *               "role": "analyst",
                     *               "name": "Exemplo",
                     *               "version": "text",
                     *               "licence": "text",
                     *               "origin": "text"
                     *             }
                     *           ],
                     *           "quality": {
                     *             "faceWidthPx": 240,
                     *             "eyeDistancePx": 100,
                     *             "faceWidthShare": 0.8,
                     *             "sharpness": 0.8,
                     *             "brightness": 0.8,
                     *             "contrast": 0.8,
                     *             "detectionScore": 0.8
                     *           },
                     *           "references": 1,
                     *           "combinedReferences": 1,
                     *           "durationMs": 1,
                     *           "livenessSessionId": "liv_019a9c5e7b1a7f3e8d2c4b6a90817263"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["AttemptAnswer"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Idempotency-Key came with another request before. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than the limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getFaceAuthentication: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example att_019a9c5e7b1a7f3e8d2c4b6a90817263 */
                attemptId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The attempt. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "data": {
                     *         "id": "att_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *         "createdAt": "2026-11-22T12:00:00.000Z",
                     *         "peopleId": "90000000175",
                     *         "personId": "per_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *         "sourceIp": "203.0.113.7",
                     *         "executionOriginId": "text",
                     *         "registeredImageUrl": "https://example.com/",
                     *         "receivedImageUrl": "https://example.com/",
                     *         "faceMatch": {
                     *           "similarity": 0.8,
                     *           "isFaceMatch": true
                     *         },
                     *         "liveness": {
                     *           "probability": 0.8,
                     *           "isAlive": true,
                     *           "isReliable": true,
                     *           "challenge": "passed"
                     *         },
                     *         "isMatch": true,
                     *         "decision": {
                     *           "outcome": "match",
                     *           "score": 0.8,
                     *           "likeness": 0.8,
                     *           "cohort": {
                     *             "version": 1,
                     *             "people": 1,
                     *             "registeredOrdinariness": 0.8,
                     *             "receivedOrdinariness": 0.8
                     *           },
                     *           "restsOn": "text",
                     *           "scoreThreshold": 0.8,
                     *           "falseMatchRate": 0.0001,
                     *           "templateModel": "facenet-512",
                     *           "livenessEngine": "text",
                     *           "livenessThreshold": 0.8,
                     *           "models": [
                     *             {
                     *               "role": "analyst",
                     *               "name": "Exemplo",
                     *               "version": "text",
                     *               "licence": "text",
                     *               "origin": "text"
                     *             }
                     *           ],
                     *           "quality": {
                     *             "faceWidthPx": 240,
                     *             "eyeDistancePx": 100,
                     *             "faceWidthShare": 0.8,
                     *             "sharpness": 0.8,
                     *             "brightness": 0.8,
                     *             "contrast": 0.8,
                     *             "detectionScore": 0.8
                     *           },
                     *           "references": 1,
                     *           "combinedReferences": 1,
                     *           "durationMs": 1,
                     *           "livenessSessionId": "liv_019a9c5e7b1a7f3e8d2c4b6a90817263"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["AttemptAnswer"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getAttemptLandmarks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example att_019a9c5e7b1a7f3e8d2c4b6a90817263 */
                attemptId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The points of the face mesh. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "registered": {
                     *         "width": 1,
                     *         "height": 1,
                     *         "points": [
                     *           0.8
                     *         ]
                     *       },
                     *       "received": {
                     *         "width": 1,
                     *         "height": 1,
                     *         "points": [
                     *           0.8
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["AttemptLandmarks"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listHolds: {
        parameters: {
            query?: {
                /**
                 * @description `nextCursor` of the page before.
                 * @example eyJhZnRlciI6IjAxOWE5YzVlIn0
                 */
                cursor?: string;
                /**
                 * @description 1 to 200; default 50.
                 * @example 1
                 */
                limit?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of holds. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "items": [
                     *         {
                     *           "id": "text",
                     *           "personId": "per_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *           "reason": "The person asked for it.",
                     *           "isStanding": false,
                     *           "setAt": "2026-11-22T12:00:00.000Z",
                     *           "setBy": {
                     *             "kind": "account",
                     *             "id": "text"
                     *           },
                     *           "until": "2026-11-22T12:00:00.000Z",
                     *           "endedAt": "2026-11-22T12:00:00.000Z",
                     *           "endedBy": {
                     *             "kind": "account",
                     *             "id": "text"
                     *           }
                     *         }
                     *       ],
                     *       "nextCursor": "eyJhZnRlciI6IjAxOWE5YzVlIn0"
                     *     }
                     */
                    "application/json": components["schemas"]["HoldPage"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listImportFiles: {
        parameters: {
            query?: {
                /**
                 * @description Path below IMPORT_DIR, with / between its parts.
                 * @example body/peopleId
                 */
                path?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The files. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "items": [
                     *         {
                     *           "path": "body/peopleId",
                     *           "name": "Exemplo",
                     *           "isFolder": false,
                     *           "sizeBytes": 1,
                     *           "modifiedAt": "2026-11-22T12:00:00.000Z"
                     *         }
                     *       ],
                     *       "isCut": false
                     *     }
                     */
                    "application/json": components["schemas"]["ImportFiles"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Idempotency-Key came with another request before. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listImports: {
        parameters: {
            query?: {
                /**
                 * @description `nextCursor` of the page before.
                 * @example eyJhZnRlciI6IjAxOWE5YzVlIn0
                 */
                cursor?: string;
                /**
                 * @description 1 to 200; default 20.
                 * @example 1
                 */
                limit?: string;
                /**
                 * @description A public list by its name, `data-sets` (of people), `registry` or `tax-regimes`.
                 * @example pep
                 */
                source?: "pep" | "ceis" | "cnep" | "ceaf" | "cepim" | "tse" | "tcu-inabilitados" | "tcu-inidoneos" | "mte" | "bcb-inabilitados" | "bcb-proibidos" | "ibama" | "pgfn" | "un" | "ofac-sdn" | "ofac-consolidated" | "eu" | "uk" | "data-sets" | "registry" | "tax-regimes";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of imports. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "items": [
                     *         {
                     *           "id": "imp_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *           "source": "text",
                     *           "action": "import",
                     *           "state": "waiting",
                     *           "isLost": false,
                     *           "isStopping": false,
                     *           "path": "body/peopleId",
                     *           "listDate": "2026-11-22",
                     *           "mappingPath": "text",
                     *           "month": "2026-11",
                     *           "only": "text",
                     *           "isForced": false,
                     *           "startedBy": "text",
                     *           "stoppedBy": "text",
                     *           "createdAt": "2026-11-22T12:00:00.000Z",
                     *           "startedAt": "2026-11-22T12:00:00.000Z",
                     *           "finishedAt": "2026-11-22T12:00:00.000Z",
                     *           "tries": 1,
                     *           "progress": {
                     *             "phase": "text",
                     *             "subject": "person",
                     *             "doneBytes": 1,
                     *             "totalBytes": 1,
                     *             "rows": 1
                     *           },
                     *           "result": {
                     *             "generation": 1,
                     *             "entries": 1,
                     *             "quarantined": {},
                     *             "dataDate": "2026-11-01",
                     *             "path": "body/peopleId",
                     *             "sizeBytes": 1
                     *           },
                     *           "failureDetail": "text"
                     *         }
                     *       ],
                     *       "nextCursor": "eyJhZnRlciI6IjAxOWE5YzVlIn0"
                     *     }
                     */
                    "application/json": components["schemas"]["ImportPage"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    startImport: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "source": "pep",
                 *       "action": "import"
                 *     }
                 */
                "application/json": components["schemas"]["ImportRequest"];
            };
        };
        responses: {
            /** @description It waits for a process. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "data": {
                     *         "id": "imp_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *         "source": "text",
                     *         "action": "import",
                     *         "state": "waiting",
                     *         "isLost": false,
                     *         "isStopping": false,
                     *         "path": "body/peopleId",
                     *         "listDate": "2026-11-22",
                     *         "mappingPath": "text",
                     *         "month": "2026-11",
                     *         "only": "text",
                     *         "isForced": false,
                     *         "startedBy": "text",
                     *         "stoppedBy": "text",
                     *         "createdAt": "2026-11-22T12:00:00.000Z",
                     *         "startedAt": "2026-11-22T12:00:00.000Z",
                     *         "finishedAt": "2026-11-22T12:00:00.000Z",
                     *         "tries": 1,
                     *         "progress": {
                     *           "phase": "text",
                     *           "subject": "person",
                     *           "doneBytes": 1,
                     *           "totalBytes": 1,
                     *           "rows": 1
                     *         },
                     *         "result": {
                     *           "generation": 1,
                     *           "entries": 1,
                     *           "quarantined": {},
                     *           "dataDate": "2026-11-01",
                     *           "path": "body/peopleId",
                     *           "sizeBytes": 1
                     *         },
                     *         "failureDetail": "text"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ImportAnswer"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Idempotency-Key came with another request before. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than the limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example imp_019a9c5e7b1a7f3e8d2c4b6a90817263 */
                importId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The import. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "data": {
                     *         "id": "imp_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *         "source": "text",
                     *         "action": "import",
                     *         "state": "waiting",
                     *         "isLost": false,
                     *         "isStopping": false,
                     *         "path": "body/peopleId",
                     *         "listDate": "2026-11-22",
                     *         "mappingPath": "text",
                     *         "month": "2026-11",
                     *         "only": "text",
                     *         "isForced": false,
                     *         "startedBy": "text",
                     *         "stoppedBy": "text",
                     *         "createdAt": "2026-11-22T12:00:00.000Z",
                     *         "startedAt": "2026-11-22T12:00:00.000Z",
                     *         "finishedAt": "2026-11-22T12:00:00.000Z",
                     *         "tries": 1,
                     *         "progress": {
                     *           "phase": "text",
                     *           "subject": "person",
                     *           "doneBytes": 1,
                     *           "totalBytes": 1,
                     *           "rows": 1
                     *         },
                     *         "result": {
                     *           "generation": 1,
                     *           "entries": 1,
                     *           "quarantined": {},
                     *           "dataDate": "2026-11-01",
                     *           "path": "body/peopleId",
                     *           "sizeBytes": 1
                     *         },
                     *         "failureDetail": "text"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ImportAnswer"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listRefusedRows: {
        parameters: {
            query?: {
                /**
                 * @description 1 to 1000; default 100.
                 * @example 1
                 */
                limit?: string;
            };
            header?: never;
            path: {
                /** @example imp_019a9c5e7b1a7f3e8d2c4b6a90817263 */
                importId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rows. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "items": [
                     *         {
                     *           "file": "text",
                     *           "line": 1,
                     *           "reason": "The person asked for it.",
                     *           "field": "text"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["RefusedRows"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    stopImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example imp_019a9c5e7b1a7f3e8d2c4b6a90817263 */
                importId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is stopped, or will be. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "data": {
                     *         "id": "imp_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *         "source": "text",
                     *         "action": "import",
                     *         "state": "waiting",
                     *         "isLost": false,
                     *         "isStopping": false,
                     *         "path": "body/peopleId",
                     *         "listDate": "2026-11-22",
                     *         "mappingPath": "text",
                     *         "month": "2026-11",
                     *         "only": "text",
                     *         "isForced": false,
                     *         "startedBy": "text",
                     *         "stoppedBy": "text",
                     *         "createdAt": "2026-11-22T12:00:00.000Z",
                     *         "startedAt": "2026-11-22T12:00:00.000Z",
                     *         "finishedAt": "2026-11-22T12:00:00.000Z",
                     *         "tries": 1,
                     *         "progress": {
                     *           "phase": "text",
                     *           "subject": "person",
                     *           "doneBytes": 1,
                     *           "totalBytes": 1,
                     *           "rows": 1
                     *         },
                     *         "result": {
                     *           "generation": 1,
                     *           "entries": 1,
                     *           "quarantined": {},
                     *           "dataDate": "2026-11-01",
                     *           "path": "body/peopleId",
                     *           "sizeBytes": 1
                     *         },
                     *         "failureDetail": "text"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ImportAnswer"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Idempotency-Key came with another request before. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listInvitations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The invitations. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "items": [
                     *         {
                     *           "id": "inv_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *           "purpose": "first",
                     *           "state": "open",
                     *           "email": "ana@example.com",
                     *           "name": "Exemplo",
                     *           "role": "administrator",
                     *           "createdAt": "2026-11-22T12:00:00.000Z",
                     *           "expiresAt": "2026-11-22T12:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Invitations"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    inviteAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ana@example.com",
                 *       "name": "Exemplo",
                 *       "role": "administrator"
                 *     }
                 */
                "application/json": components["schemas"]["InvitationRequest"];
            };
        };
        responses: {
            /** @description The link is for you to hand over. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "id": "inv_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *       "link": "https://example.com/",
                     *       "expiresAt": "2026-11-22T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["MadeInvitation"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Idempotency-Key came with another request before. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than the limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    revokeInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example inv_019a9c5e7b1a7f3e8d2c4b6a90817263 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its link opens nothing any more. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    acceptInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "text"
                 *     }
                 */
                "application/json": components["schemas"]["InvitationAcceptance"];
            };
        };
        responses: {
            /** @description What to set up. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "enrolmentId": "inv_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *       "totp": {
                     *         "secret": "c2VjcmV0LW9mLWFuLWV4YW1wbGUtbm90LWEtcmVhbC1vbmU",
                     *         "uri": "otpauth://totp/Confere:ana@example.com?secret=JBSWY3DPEHPK3PXP"
                     *       },
                     *       "passkeyOptions": {}
                     *     }
                     */
                    "application/json": components["schemas"]["Enrolment"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than the limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    confirmInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "enrolmentId": "inv_019a9c5e7b1a7f3e8d2c4b6a90817263"
                 *     }
                 */
                "application/json": components["schemas"]["EnrolmentProof"];
            };
        };
        responses: {
            /** @description Who is signed in. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "account": {
                     *         "id": "ses_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *         "name": "Exemplo",
                     *         "email": "ana@example.com",
                     *         "role": "administrator",
                     *         "locale": "pt-BR"
                     *       },
                     *       "scopes": [
                     *         "attempts:read"
                     *       ],
                     *       "csrfToken": "c2VjcmV0LW9mLWFuLWV4YW1wbGUtbm90LWEtcmVhbC1vbmU",
                     *       "idleExpiresAt": "2026-11-22T12:00:00.000Z",
                     *       "expiresAt": "2026-11-22T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ConsoleSession"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Idempotency-Key came with another request before. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than the limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    openInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "text"
                 *     }
                 */
                "application/json": components["schemas"]["InvitationCode"];
            };
        };
        responses: {
            /** @description Who is invited. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "role": "administrator",
                     *       "name": "Exemplo",
                     *       "email": "ana@example.com",
                     *       "isReset": false,
                     *       "mayChooseEmail": false
                     *     }
                     */
                    "application/json": components["schemas"]["OpenInvitation"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than the limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createLivenessSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "purpose": "authenticate"
                 *     }
                 */
                "application/json": components["schemas"]["LivenessSessionRequest"];
            };
        };
        responses: {
            /** @description The session waits to be begun. */
            201: {
                headers: {
                    /** @description Address of the session. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "data": {
                     *         "id": "liv_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *         "state": "CREATED",
                     *         "captureUrl": "https://example.com/capture/#liv",
                     *         "expiresAt": "2026-11-22T12:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CreatedLivenessSession"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than the limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getLivenessSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example liv_019a9c5e7b1a7f3e8d2c4b6a90817263 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "data": {
                     *         "id": "liv_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *         "state": "CREATED",
                     *         "challenge": "turns",
                     *         "purpose": "authenticate",
                     *         "createdAt": "2026-11-22T12:00:00.000Z",
                     *         "expiresAt": "2026-11-22T12:00:00.000Z",
                     *         "endedAt": "2026-11-22T12:00:00.000Z",
                     *         "usedAt": "2026-11-22T12:00:00.000Z",
                     *         "usedBy": "text",
                     *         "consentVersion": "1",
                     *         "consentedAt": "2026-11-22T12:00:00.000Z",
                     *         "extensions": 1,
                     *         "verdict": {
                     *           "probability": 0.8,
                     *           "isAlive": true,
                     *           "engine": "text",
                     *           "light": {
                     *             "strength": 0.8,
                     *             "agreement": 0.8
                     *           }
                     *         },
                     *         "reasons": [
                     *           "wrong_direction"
                     *         ],
                     *         "upload": {
                     *           "receivedAt": "2026-11-22T12:00:00.000Z",
                     *           "imageUrl": "https://example.com/photo.jpg"
                     *         },
                     *         "steps": [
                     *           {
                     *             "number": 1,
                     *             "kind": "center",
                     *             "colour": "blue",
                     *             "shownAt": "2026-11-22T12:00:00.000Z",
                     *             "due": "2026-11-22T12:00:00.000Z",
                     *             "yawDegrees": 0.8,
                     *             "pitchDegrees": 0.8,
                     *             "residual": 0.8,
                     *             "narrowing": 0.8,
                     *             "betweenDegrees": 0.8,
                     *             "redTone": 0.8,
                     *             "blueTone": 0.8,
                     *             "isFulfilled": false,
                     *             "frames": [
                     *               {
                     *                 "index": 1,
                     *                 "receivedAt": "2026-11-22T12:00:00.000Z",
                     *                 "imageUrl": "https://example.com/photo.jpg"
                     *               }
                     *             ]
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["LivenessSessionAnswer"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteLivenessSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example liv_019a9c5e7b1a7f3e8d2c4b6a90817263 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session was removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    beginLivenessSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example liv_019a9c5e7b1a7f3e8d2c4b6a90817263 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "text"
                 *     }
                 */
                "application/json": components["schemas"]["LivenessBeginning"];
            };
        };
        responses: {
            /** @description The session has begun. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "data": {
                     *         "secret": "c2VjcmV0LW9mLWFuLWV4YW1wbGUtbm90LWEtcmVhbC1vbmU",
                     *         "state": "STARTED",
                     *         "purpose": "authenticate",
                     *         "challenge": "turns",
                     *         "operatorName": "text",
                     *         "consent": {
                     *           "version": "text",
                     *           "text": "A sentence."
                     *         },
                     *         "locale": "pt-BR",
                     *         "redirectUrl": "https://example.com/done",
                     *         "captureOrigins": [
                     *           "text"
                     *         ],
                     *         "alternative": "text",
                     *         "isUploadAllowed": false,
                     *         "minFramesPerStep": 1,
                     *         "maxFrameBytes": 1,
                     *         "frameIntervalMs": 1,
                     *         "finishBefore": "2026-11-22T12:00:00.000Z",
                     *         "extensionsLeft": 1
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["BegunLivenessSession"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Idempotency-Key came with another request before. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than the limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    cancelLivenessSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example liv_019a9c5e7b1a7f3e8d2c4b6a90817263 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": {
                    /** @description cannot_move, cannot_see_light: ends as NOT_PERFORMED. */
                    reason?: string;
                };
            };
        };
        responses: {
            /** @description The session has ended. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "data": {
                     *         "state": "ABANDONED"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CancelledLivenessSession"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Idempotency-Key came with another request before. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than the limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    finishLivenessSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example liv_019a9c5e7b1a7f3e8d2c4b6a90817263 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The hint for the person. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "data": {
                     *         "outcome": "done",
                     *         "hint": "turn_further",
                     *         "redirectUrl": "https://example.com/done"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["LivenessCaptureOutcome"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Idempotency-Key came with another request before. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than the limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    sendLivenessFrame: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Number of the frame within the step; each once.
                 * @example 1
                 */
                "x-frame-index": string;
                /**
                 * @description Number of the step.
                 * @example 1
                 */
                "x-frame-step": string;
            };
            path: {
                /** @example liv_019a9c5e7b1a7f3e8d2c4b6a90817263 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "image/jpeg": string;
                "image/webp": string;
            };
        };
        responses: {
            /** @description The frame is kept. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "data": {
                     *         "step": 1,
                     *         "received": 1,
                     *         "wanted": 1
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ReceivedLivenessFrame"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Idempotency-Key came with another request before. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than the limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    handOverLivenessSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example liv_019a9c5e7b1a7f3e8d2c4b6a90817263 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A code for the other device. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "data": {
                     *         "code": "text",
                     *         "expiresAt": "2026-11-22T12:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["LivenessHandover"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Idempotency-Key came with another request before. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than the limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    extendLivenessSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example liv_019a9c5e7b1a7f3e8d2c4b6a90817263 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session has more time. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "data": {
                     *         "finishBefore": "2026-11-22T12:00:00.000Z",
                     *         "extensionsLeft": 1,
                     *         "due": "2026-11-22T12:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ExtendedLivenessSession"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Idempotency-Key came with another request before. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than the limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    nextLivenessStep: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example liv_019a9c5e7b1a7f3e8d2c4b6a90817263 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": {
                    consentVersion?: string;
                };
            };
        };
        responses: {
            /** @description The step. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "data": {
                     *         "step": {
                     *           "number": 1,
                     *           "of": 1,
                     *           "kind": "center",
                     *           "colour": "blue",
                     *           "frames": 1,
                     *           "between": 1,
                     *           "due": "2026-11-22T12:00:00.000Z"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["LivenessStep"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Idempotency-Key came with another request before. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than the limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getLivenessProgress: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example liv_019a9c5e7b1a7f3e8d2c4b6a90817263 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The progress. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "data": {
                     *         "state": "CREATED",
                     *         "isFinished": false,
                     *         "isUploaded": false
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["LivenessProgress"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    uploadLivenessPhoto: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Version of the consent that was shown.
                 * @example text
                 */
                "x-consent-version"?: string;
            };
            path: {
                /** @example liv_019a9c5e7b1a7f3e8d2c4b6a90817263 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "image/avif": string;
                "image/jpeg": string;
                "image/png": string;
                "image/webp": string;
            };
        };
        responses: {
            /** @description The photo is kept, and the session has ended. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "data": {
                     *         "state": "NOT_PERFORMED",
                     *         "redirectUrl": "https://example.com/done"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["UploadedLivenessPhoto"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Idempotency-Key came with another request before. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than the limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listRegisteredFaces: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 90000000175 */
                cpf: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The photos, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "personId": "per_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *       "faces": [
                     *         {
                     *           "id": "fac_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *           "createdAt": "2026-11-22T12:00:00.000Z",
                     *           "imageUrl": "https://example.com/photo.jpg",
                     *           "templateModel": "facenet-512",
                     *           "quality": {
                     *             "faceWidthPx": 240,
                     *             "eyeDistancePx": 100,
                     *             "faceWidthShare": 0.8,
                     *             "faceInsideShare": 0.8,
                     *             "yawDegrees": 0.8,
                     *             "pitchDegrees": 0.8,
                     *             "rollDegrees": 0.8,
                     *             "sharpness": 0.8,
                     *             "brightness": 0.8,
                     *             "contrast": 0.8,
                     *             "underexposedShare": 0.8,
                     *             "overexposedShare": 0.8,
                     *             "dynamicRangeBits": 0.8,
                     *             "illuminationUniformity": 0.8,
                     *             "eyeOpenness": 0.8,
                     *             "mouthOpenness": 0.8,
                     *             "eyesVisibility": 0.8,
                     *             "mouthVisibility": 0.8,
                     *             "detectionScore": 0.8,
                     *             "components": {
                     *               "interEyeDistance": 1,
                     *               "cropOfFace": 1,
                     *               "headPoseYaw": 1,
                     *               "headPosePitch": 1,
                     *               "headPoseRoll": 1,
                     *               "sharpness": 1,
                     *               "luminanceMean": 1,
                     *               "dynamicRange": 1,
                     *               "underExposurePrevention": 1,
                     *               "overExposurePrevention": 1,
                     *               "illuminationUniformity": 1,
                     *               "eyesOpen": 1,
                     *               "eyesVisible": 1,
                     *               "mouthClosed": 1,
                     *               "mouthOcclusionPrevention": 1
                     *             }
                     *           },
                     *           "legalBasis": "consent"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ReferencePhotos"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    registerFace: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description legalBasis for a request whose body is the photo.
                 * @example text
                 */
                "x-legal-basis"?: string;
            };
            path: {
                /** @example 90000000175 */
                cpf: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "imageUrl": "https://example.com/photo.jpg",
                 *       "legalBasis": "consent"
                 *     }
                 */
                "application/json": {
                    /** @description An https: address, or a data: address with the photo inline. */
                    imageUrl?: string;
                    /**
                     * @description Of article 11 of the LGPD.
                     * @enum {unknown}
                     */
                    legalBasis?: "consent" | "legal-obligation" | "public-policy" | "research" | "exercise-of-rights" | "protection-of-life" | "health" | "fraud-prevention";
                    /** @description A liveness session that passed, in place of imageUrl. */
                    livenessSessionId?: string;
                };
                "image/avif": string;
                "image/jpeg": string;
                "image/png": string;
                "image/webp": string;
            };
        };
        responses: {
            /** @description A further photo of the person. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "id": "fac_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *       "createdAt": "2026-11-22T12:00:00.000Z",
                     *       "references": 1,
                     *       "templateModel": "facenet-512",
                     *       "quality": {
                     *         "faceWidthPx": 240,
                     *         "eyeDistancePx": 100,
                     *         "faceWidthShare": 0.8,
                     *         "faceInsideShare": 0.8,
                     *         "yawDegrees": 0.8,
                     *         "pitchDegrees": 0.8,
                     *         "rollDegrees": 0.8,
                     *         "sharpness": 0.8,
                     *         "brightness": 0.8,
                     *         "contrast": 0.8,
                     *         "underexposedShare": 0.8,
                     *         "overexposedShare": 0.8,
                     *         "dynamicRangeBits": 0.8,
                     *         "illuminationUniformity": 0.8,
                     *         "eyeOpenness": 0.8,
                     *         "mouthOpenness": 0.8,
                     *         "eyesVisibility": 0.8,
                     *         "mouthVisibility": 0.8,
                     *         "detectionScore": 0.8,
                     *         "components": {
                     *           "interEyeDistance": 1,
                     *           "cropOfFace": 1,
                     *           "headPoseYaw": 1,
                     *           "headPosePitch": 1,
                     *           "headPoseRoll": 1,
                     *           "sharpness": 1,
                     *           "luminanceMean": 1,
                     *           "dynamicRange": 1,
                     *           "underExposurePrevention": 1,
                     *           "overExposurePrevention": 1,
                     *           "illuminationUniformity": 1,
                     *           "eyesOpen": 1,
                     *           "eyesVisible": 1,
                     *           "mouthClosed": 1,
                     *           "mouthOcclusionPrevention": 1
                     *         }
                     *       },
                     *       "liveness": {
                     *         "probability": 0.8,
                     *         "isAlive": true,
                     *         "engine": "text"
                     *       },
                     *       "possibleDuplicates": [
                     *         {
                     *           "personId": "per_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *           "similarity": 0.8
                     *         }
                     *       ],
                     *       "duplicateSearch": "complete"
                     *     }
                     */
                    "application/json": components["schemas"]["FaceRegistration"];
                };
            };
            /** @description The first photo of the person. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "id": "fac_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *       "createdAt": "2026-11-22T12:00:00.000Z",
                     *       "references": 1,
                     *       "templateModel": "facenet-512",
                     *       "quality": {
                     *         "faceWidthPx": 240,
                     *         "eyeDistancePx": 100,
                     *         "faceWidthShare": 0.8,
                     *         "faceInsideShare": 0.8,
                     *         "yawDegrees": 0.8,
                     *         "pitchDegrees": 0.8,
                     *         "rollDegrees": 0.8,
                     *         "sharpness": 0.8,
                     *         "brightness": 0.8,
                     *         "contrast": 0.8,
                     *         "underexposedShare": 0.8,
                     *         "overexposedShare": 0.8,
                     *         "dynamicRangeBits": 0.8,
                     *         "illuminationUniformity": 0.8,
                     *         "eyeOpenness": 0.8,
                     *         "mouthOpenness": 0.8,
                     *         "eyesVisibility": 0.8,
                     *         "mouthVisibility": 0.8,
                     *         "detectionScore": 0.8,
                     *         "components": {
                     *           "interEyeDistance": 1,
                     *           "cropOfFace": 1,
                     *           "headPoseYaw": 1,
                     *           "headPosePitch": 1,
                     *           "headPoseRoll": 1,
                     *           "sharpness": 1,
                     *           "luminanceMean": 1,
                     *           "dynamicRange": 1,
                     *           "underExposurePrevention": 1,
                     *           "overExposurePrevention": 1,
                     *           "illuminationUniformity": 1,
                     *           "eyesOpen": 1,
                     *           "eyesVisible": 1,
                     *           "mouthClosed": 1,
                     *           "mouthOcclusionPrevention": 1
                     *         }
                     *       },
                     *       "liveness": {
                     *         "probability": 0.8,
                     *         "isAlive": true,
                     *         "engine": "text"
                     *       },
                     *       "possibleDuplicates": [
                     *         {
                     *           "personId": "per_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *           "similarity": 0.8
                     *         }
                     *       ],
                     *       "duplicateSearch": "complete"
                     *     }
                     */
                    "application/json": components["schemas"]["FaceRegistration"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than the limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteRegisteredFaces: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 90000000175 */
                cpf: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Number of removed photos. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "removed": 1
                     *     }
                     */
                    "application/json": {
                        removed: number;
                        /** @description UUIDv7 of the request, also in X-Request-Id. */
                        requestId: string;
                    };
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Idempotency-Key came with another request before. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getPerson: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the profile, or a CPF.
                 * @example per_019a9c5e7b1a7f3e8d2c4b6a90817263
                 */
                personId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The profile. Unknown fields are absent. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "id": "per_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *       "status": "APPROVED",
                     *       "cpf": "90000000175",
                     *       "basicData": {
                     *         "name": "Exemplo",
                     *         "fatherName": "JOAO EXEMPLO",
                     *         "motherName": "MARIA EXEMPLO",
                     *         "birthDate": "1990-05-17",
                     *         "rg": "123456789",
                     *         "gender": "F"
                     *       },
                     *       "executions": [
                     *         {
                     *           "executionId": "exe_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *           "executionOrigin": "API",
                     *           "lastUpdate": "2026-11-22T12:00:00.000Z",
                     *           "metadata": {}
                     *         }
                     *       ],
                     *       "sources": {}
                     *     }
                     */
                    "application/json": components["schemas"]["Person"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    erasePerson: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A profile id or a CPF, digits only.
                 * @example per_019a9c5e7b1a7f3e8d2c4b6a90817263
                 */
                personId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The person is erased. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "receiptId": "era_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *       "personId": "per_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *       "erasedAt": "2026-11-22T12:00:00.000Z",
                     *       "erased": {},
                     *       "receipt": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["Erasure"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Idempotency-Key came with another request before. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getCpf: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the profile, or a CPF.
                 * @example per_019a9c5e7b1a7f3e8d2c4b6a90817263
                 */
                personId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The CPF. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "personId": "per_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *       "cpf": "90000000175"
                     *     }
                     */
                    "application/json": components["schemas"]["PersonCpf"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    exportPerson: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A profile id or a CPF, digits only.
                 * @example per_019a9c5e7b1a7f3e8d2c4b6a90817263
                 */
                personId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description exportedAt, profile, executions, history, referencePhotos, attempts, livenessSessions, livenessTries and more. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": unknown;
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listPersonHistory: {
        parameters: {
            query?: {
                /**
                 * @description `nextCursor` of the page before.
                 * @example eyJhZnRlciI6IjAxOWE5YzVlIn0
                 */
                cursor?: string;
                /**
                 * @description 1 to 100; default 20.
                 * @example 1
                 */
                limit?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the profile, or a CPF.
                 * @example per_019a9c5e7b1a7f3e8d2c4b6a90817263
                 */
                personId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Changes, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "id": "his_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *       "items": [
                     *         {
                     *           "id": "his_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *           "changedAt": "2026-11-22T12:00:00.000Z",
                     *           "executionId": "exe_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *           "changes": [
                     *             {
                     *               "path": "body/peopleId",
                     *               "from": "PROCESSING",
                     *               "to": "APPROVED"
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "nextCursor": "eyJhZnRlciI6IjAxOWE5YzVlIn0"
                     *     }
                     */
                    "application/json": components["schemas"]["HistoryPage"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listHoldsOfPerson: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A profile id or a CPF, digits only.
                 * @example per_019a9c5e7b1a7f3e8d2c4b6a90817263
                 */
                personId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The holds. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "items": [
                     *         {
                     *           "id": "text",
                     *           "personId": "per_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *           "reason": "The person asked for it.",
                     *           "isStanding": false,
                     *           "setAt": "2026-11-22T12:00:00.000Z",
                     *           "setBy": {
                     *             "kind": "account",
                     *             "id": "text"
                     *           },
                     *           "until": "2026-11-22T12:00:00.000Z",
                     *           "endedAt": "2026-11-22T12:00:00.000Z",
                     *           "endedBy": {
                     *             "kind": "account",
                     *             "id": "text"
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HoldsOfPerson"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    setHold: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A profile id or a CPF, digits only.
                 * @example per_019a9c5e7b1a7f3e8d2c4b6a90817263
                 */
                personId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "The person asked for it."
                 *     }
                 */
                "application/json": components["schemas"]["HoldRequest"];
            };
        };
        responses: {
            /** @description The hold stands. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "data": {
                     *         "id": "text",
                     *         "personId": "per_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *         "reason": "The person asked for it.",
                     *         "isStanding": false,
                     *         "setAt": "2026-11-22T12:00:00.000Z",
                     *         "setBy": {
                     *           "kind": "account",
                     *           "id": "text"
                     *         },
                     *         "until": "2026-11-22T12:00:00.000Z",
                     *         "endedAt": "2026-11-22T12:00:00.000Z",
                     *         "endedBy": {
                     *           "kind": "account",
                     *           "id": "text"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["HoldAnswer"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Idempotency-Key came with another request before. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than the limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    endHold: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example text */
                holdId: string;
                /**
                 * @description A profile id or a CPF, digits only.
                 * @example per_019a9c5e7b1a7f3e8d2c4b6a90817263
                 */
                personId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The hold is over. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "data": {
                     *         "id": "text",
                     *         "personId": "per_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *         "reason": "The person asked for it.",
                     *         "isStanding": false,
                     *         "setAt": "2026-11-22T12:00:00.000Z",
                     *         "setBy": {
                     *           "kind": "account",
                     *           "id": "text"
                     *         },
                     *         "until": "2026-11-22T12:00:00.000Z",
                     *         "endedAt": "2026-11-22T12:00:00.000Z",
                     *         "endedBy": {
                     *           "kind": "account",
                     *           "id": "text"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["HoldAnswer"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listFaceRegistrations: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the profile, or a CPF.
                 * @example per_019a9c5e7b1a7f3e8d2c4b6a90817263
                 */
                personId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The registrations, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "personId": "per_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *       "items": [
                     *         {
                     *           "id": "fac_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *           "registeredAt": "2026-11-22T12:00:00.000Z",
                     *           "templateModel": "facenet-512",
                     *           "legalBasis": "consent"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["FaceRegistrationList"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listQueryTemplates: {
        parameters: {
            query?: {
                /**
                 * @description `nextCursor` of the page before.
                 * @example eyJhZnRlciI6IjAxOWE5YzVlIn0
                 */
                cursor?: string;
                /**
                 * @description 1 to 200; default 50.
                 * @example 1
                 */
                limit?: string;
                /** @example person */
                subject?: "person" | "company";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of query templates at their current versions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "items": [
                     *         {
                     *           "id": "tpl_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *           "version": 1,
                     *           "isDefault": false,
                     *           "createdAt": "2026-11-22T12:00:00.000Z",
                     *           "updatedAt": "2026-11-22T12:00:00.000Z",
                     *           "name": "Exemplo",
                     *           "subject": "person",
                     *           "sources": [
                     *             {
                     *               "name": "Exemplo",
                     *               "maxAge": "P30D",
                     *               "required": false
                     *             }
                     *           ],
                     *           "rules": [
                     *             {
                     *               "name": "Exemplo",
                     *               "when": "yearsBetween(basicData.birthDate, today) >= 18",
                     *               "status": "APPROVED",
                     *               "review": false
                     *             }
                     *           ],
                     *           "otherwise": "APPROVED",
                     *           "onboardPartners": {
                     *             "enabled": false,
                     *             "depth": 1,
                     *             "wait": false,
                     *             "personTemplateId": "tpl_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *             "companyTemplateId": "tpl_019a9c5e7b1a7f3e8d2c4b6a90817263"
                     *           }
                     *         }
                     *       ],
                     *       "nextCursor": "eyJhZnRlciI6IjAxOWE5YzVlIn0"
                     *     }
                     */
                    "application/json": components["schemas"]["QueryTemplatePage"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createQueryTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "subject": "person",
                 *       "sources": [
                 *         {
                 *           "name": "pfBasicData"
                 *         }
                 *       ],
                 *       "rules": [
                 *         {
                 *           "name": "pfBasicData",
                 *           "when": "yearsBetween(basicData.birthDate, today) >= 18",
                 *           "status": "APPROVED"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["QueryTemplateDefinition"];
            };
        };
        responses: {
            /** @description The query template. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "id": "tpl_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *       "version": 1,
                     *       "isDefault": false,
                     *       "createdAt": "2026-11-22T12:00:00.000Z",
                     *       "updatedAt": "2026-11-22T12:00:00.000Z",
                     *       "name": "Exemplo",
                     *       "subject": "person",
                     *       "sources": [
                     *         {
                     *           "name": "Exemplo",
                     *           "maxAge": "P30D",
                     *           "required": false
                     *         }
                     *       ],
                     *       "rules": [
                     *         {
                     *           "name": "Exemplo",
                     *           "when": "yearsBetween(basicData.birthDate, today) >= 18",
                     *           "status": "APPROVED",
                     *           "review": false
                     *         }
                     *       ],
                     *       "otherwise": "APPROVED",
                     *       "onboardPartners": {
                     *         "enabled": false,
                     *         "depth": 1,
                     *         "wait": false,
                     *         "personTemplateId": "tpl_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *         "companyTemplateId": "tpl_019a9c5e7b1a7f3e8d2c4b6a90817263"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["QueryTemplateAnswer"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than the limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getQueryTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example tpl_019a9c5e7b1a7f3e8d2c4b6a90817263 */
                templateId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The query template at its current version. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "id": "tpl_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *       "version": 1,
                     *       "isDefault": false,
                     *       "createdAt": "2026-11-22T12:00:00.000Z",
                     *       "updatedAt": "2026-11-22T12:00:00.000Z",
                     *       "name": "Exemplo",
                     *       "subject": "person",
                     *       "sources": [
                     *         {
                     *           "name": "Exemplo",
                     *           "maxAge": "P30D",
                     *           "required": false
                     *         }
                     *       ],
                     *       "rules": [
                     *         {
                     *           "name": "Exemplo",
                     *           "when": "yearsBetween(basicData.birthDate, today) >= 18",
                     *           "status": "APPROVED",
                     *           "review": false
                     *         }
                     *       ],
                     *       "otherwise": "APPROVED",
                     *       "onboardPartners": {
                     *         "enabled": false,
                     *         "depth": 1,
                     *         "wait": false,
                     *         "personTemplateId": "tpl_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *         "companyTemplateId": "tpl_019a9c5e7b1a7f3e8d2c4b6a90817263"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["QueryTemplateAnswer"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    replaceQueryTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example tpl_019a9c5e7b1a7f3e8d2c4b6a90817263 */
                templateId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "subject": "person",
                 *       "sources": [
                 *         {
                 *           "name": "pfBasicData"
                 *         }
                 *       ],
                 *       "rules": [
                 *         {
                 *           "name": "pfBasicData",
                 *           "when": "yearsBetween(basicData.birthDate, today) >= 18",
                 *           "status": "APPROVED"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["QueryTemplateDefinition"];
            };
        };
        responses: {
            /** @description The query template at its new version. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "id": "tpl_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *       "version": 1,
                     *       "isDefault": false,
                     *       "createdAt": "2026-11-22T12:00:00.000Z",
                     *       "updatedAt": "2026-11-22T12:00:00.000Z",
                     *       "name": "Exemplo",
                     *       "subject": "person",
                     *       "sources": [
                     *         {
                     *           "name": "Exemplo",
                     *           "maxAge": "P30D",
                     *           "required": false
                     *         }
                     *       ],
                     *       "rules": [
                     *         {
                     *           "name": "Exemplo",
                     *           "when": "yearsBetween(basicData.birthDate, today) >= 18",
                     *           "status": "APPROVED",
                     *           "review": false
                     *         }
                     *       ],
                     *       "otherwise": "APPROVED",
                     *       "onboardPartners": {
                     *         "enabled": false,
                     *         "depth": 1,
                     *         "wait": false,
                     *         "personTemplateId": "tpl_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *         "companyTemplateId": "tpl_019a9c5e7b1a7f3e8d2c4b6a90817263"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["QueryTemplateAnswer"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Idempotency-Key came with another request before. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than the limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteQueryTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example tpl_019a9c5e7b1a7f3e8d2c4b6a90817263 */
                templateId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is out of use; executions that ran it keep it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "id": "tpl_019a9c5e7b1a7f3e8d2c4b6a90817263"
                     *     }
                     */
                    "application/json": {
                        id: string;
                        /** @description UUIDv7 of the request, also in X-Request-Id. */
                        requestId: string;
                    };
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Idempotency-Key came with another request before. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listQueryTemplateVersions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example tpl_019a9c5e7b1a7f3e8d2c4b6a90817263 */
                templateId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The versions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "items": [
                     *         {
                     *           "version": 1,
                     *           "createdAt": "2026-11-22T12:00:00.000Z",
                     *           "definition": {
                     *             "name": "Exemplo",
                     *             "subject": "person",
                     *             "sources": [
                     *               {
                     *                 "name": "Exemplo",
                     *                 "maxAge": "P30D",
                     *                 "required": false
                     *               }
                     *             ],
                     *             "rules": [
                     *               {
                     *                 "name": "Exemplo",
                     *                 "when": "yearsBetween(basicData.birthDate, today) >= 18",
                     *                 "status": "APPROVED",
                     *                 "review": false
                     *               }
                     *             ],
                     *             "otherwise": "APPROVED",
                     *             "onboardPartners": {
                     *               "enabled": false,
                     *               "depth": 1,
                     *               "wait": false,
                     *               "personTemplateId": "tpl_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *               "companyTemplateId": "tpl_019a9c5e7b1a7f3e8d2c4b6a90817263"
                     *             }
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["QueryTemplateVersions"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    tryQueryTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "cpf": "90000000175"
                 *     }
                 */
                "application/json": components["schemas"]["QueryTemplateTrial"];
            };
        };
        responses: {
            /** @description What it would decide. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "templateId": "tpl_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *       "version": 1,
                     *       "profileId": "per_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *       "status": "ATIVA",
                     *       "reason": "The person asked for it.",
                     *       "decidedBy": [
                     *         "of-age"
                     *       ],
                     *       "rules": [
                     *         {
                     *           "name": "Exemplo",
                     *           "status": "ATIVA",
                     *           "outcome": "text",
                     *           "reason": "The person asked for it."
                     *         }
                     *       ],
                     *       "sources": [
                     *         {
                     *           "name": "Exemplo",
                     *           "outcome": "text",
                     *           "reason": "The person asked for it.",
                     *           "isReused": false
                     *         }
                     *       ],
                     *       "attributes": {},
                     *       "partners": 1
                     *     }
                     */
                    "application/json": components["schemas"]["QueryTemplateTrialAnswer"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than the limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getRegistry: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The data of the registry. Without `current` nothing was ever imported. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "isImported": false,
                     *       "dataMonth": "2026-11",
                     *       "current": {
                     *         "generation": 1,
                     *         "state": "SP",
                     *         "dataMonth": "2026-11",
                     *         "isWholeCountry": false,
                     *         "startedAt": "2026-11-22T12:00:00.000Z",
                     *         "finishedAt": "2026-11-22T12:00:00.000Z",
                     *         "counts": {},
                     *         "quarantine": {
                     *           "rows": 1,
                     *           "byReason": {}
                     *         },
                     *         "changes": {
                     *           "sinceGeneration": 1,
                     *           "opened": 1,
                     *           "removed": 1,
                     *           "closed": 1,
                     *           "statusChanged": 1
                     *         },
                     *         "inServiceSince": "2026-11-22T12:00:00.000Z",
                     *         "sizeBytes": 1
                     *       },
                     *       "generations": [
                     *         {
                     *           "generation": 1,
                     *           "state": "SP",
                     *           "dataMonth": "2026-11",
                     *           "isWholeCountry": false,
                     *           "startedAt": "2026-11-22T12:00:00.000Z",
                     *           "finishedAt": "2026-11-22T12:00:00.000Z",
                     *           "counts": {},
                     *           "quarantine": {
                     *             "rows": 1,
                     *             "byReason": {}
                     *           },
                     *           "changes": {
                     *             "sinceGeneration": 1,
                     *             "opened": 1,
                     *             "removed": 1,
                     *             "closed": 1,
                     *             "statusChanged": 1
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Registry"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Who is signed in. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "account": {
                     *         "id": "ses_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *         "name": "Exemplo",
                     *         "email": "ana@example.com",
                     *         "role": "administrator",
                     *         "locale": "pt-BR"
                     *       },
                     *       "scopes": [
                     *         "attempts:read"
                     *       ],
                     *       "csrfToken": "c2VjcmV0LW9mLWFuLWV4YW1wbGUtbm90LWEtcmVhbC1vbmU",
                     *       "idleExpiresAt": "2026-11-22T12:00:00.000Z",
                     *       "expiresAt": "2026-11-22T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ConsoleSession"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    signIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ana@example.com",
                 *       "password": "a sentence that only you know"
                 *     }
                 */
                "application/json": components["schemas"]["SignInRequest"];
            };
        };
        responses: {
            /** @description The password is right. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "secondFactor": {
                     *         "challengeId": "chg_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *         "methods": [
                     *           "totp"
                     *         ],
                     *         "passkeyOptions": {}
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SecondFactorRequest"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than the limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    signOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session has ended. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getSignInMethods: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The ways to sign in. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "sso": false
                     *     }
                     */
                    "application/json": components["schemas"]["SignInMethods"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    signInByPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "challengeId": "chg_019a9c5e7b1a7f3e8d2c4b6a90817263",
                 *       "passkey": {
                 *         "id": "text",
                 *         "rawId": "text",
                 *         "type": "public-key",
                 *         "response": {}
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["PasskeySignIn"];
            };
        };
        responses: {
            /** @description Who is signed in. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "account": {
                     *         "id": "ses_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *         "name": "Exemplo",
                     *         "email": "ana@example.com",
                     *         "role": "administrator",
                     *         "locale": "pt-BR"
                     *       },
                     *       "scopes": [
                     *         "attempts:read"
                     *       ],
                     *       "csrfToken": "c2VjcmV0LW9mLWFuLWV4YW1wbGUtbm90LWEtcmVhbC1vbmU",
                     *       "idleExpiresAt": "2026-11-22T12:00:00.000Z",
                     *       "expiresAt": "2026-11-22T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ConsoleSession"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than the limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    askForPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description For navigator.credentials.get. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "challengeId": "chg_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *       "options": {}
                     *     }
                     */
                    "application/json": components["schemas"]["PasskeyQuestion"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than the limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    confirmSecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "challengeId": "chg_019a9c5e7b1a7f3e8d2c4b6a90817263"
                 *     }
                 */
                "application/json": components["schemas"]["SecondFactorProof"];
            };
        };
        responses: {
            /** @description Who is signed in. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "account": {
                     *         "id": "ses_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *         "name": "Exemplo",
                     *         "email": "ana@example.com",
                     *         "role": "administrator",
                     *         "locale": "pt-BR"
                     *       },
                     *       "scopes": [
                     *         "attempts:read"
                     *       ],
                     *       "csrfToken": "c2VjcmV0LW9mLWFuLWV4YW1wbGUtbm90LWEtcmVhbC1vbmU",
                     *       "idleExpiresAt": "2026-11-22T12:00:00.000Z",
                     *       "expiresAt": "2026-11-22T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ConsoleSession"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than the limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    beginSso: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Go on to the issuer. */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    finishSso: {
        parameters: {
            query?: {
                /** @example text */
                code?: string;
                /** @example invalid_client */
                error?: string;
                /** @example client authentication failed */
                error_description?: string;
                /** @example text */
                iss?: string;
                /** @example SP */
                state?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Signed in; go on to the console. */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "items": [
                     *         {
                     *           "id": "ses_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *           "isCurrent": false,
                     *           "address": "203.0.113.7",
                     *           "userAgent": "Mozilla/5.0",
                     *           "createdAt": "2026-11-22T12:00:00.000Z",
                     *           "lastSeenAt": "2026-11-22T12:00:00.000Z",
                     *           "expiresAt": "2026-11-22T12:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ConsoleSessions"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example ses_019a9c5e7b1a7f3e8d2c4b6a90817263 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session has ended. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listSources: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Every source. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "items": [
                     *         {
                     *           "name": "Exemplo",
                     *           "subject": "person",
                     *           "kind": "text",
                     *           "sources": [
                     *             "text"
                     *           ],
                     *           "dataDate": "2026-11-01",
                     *           "importedAt": "2026-11-22T12:00:00.000Z",
                     *           "entries": 1,
                     *           "health": "text",
                     *           "ageDays": 1,
                     *           "maxAgeDays": 1,
                     *           "licence": "text"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["SourceStates"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listSourceGenerations: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A public list by its name, `data-sets` (of people), `registry` or `tax-regimes`.
                 * @example text
                 */
                source: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The imports. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "isDownloadable": false,
                     *       "readsFolder": false,
                     *       "items": [
                     *         {
                     *           "generation": 1,
                     *           "state": "SP",
                     *           "isCurrent": false,
                     *           "isRevocable": false,
                     *           "edition": "text",
                     *           "dataDate": "2026-11-01",
                     *           "entries": 1,
                     *           "quarantined": {},
                     *           "startedAt": "2026-11-22T12:00:00.000Z",
                     *           "finishedAt": "2026-11-22T12:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["SourceGenerations"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    rollBackSource: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A public list by its name, `data-sets` (of people), `registry` or `tax-regimes`.
                 * @example text
                 */
                source: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["RollbackRequest"];
            };
        };
        responses: {
            /** @description The earlier import is in service. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "generations": [
                     *         1
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["RollbackAnswer"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Idempotency-Key came with another request before. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than the limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getSystem: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What runs. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "version": "text",
                     *       "runtime": "text",
                     *       "database": "embedded",
                     *       "processes": [
                     *         {
                     *           "id": "text",
                     *           "isThis": false,
                     *           "isAlive": true,
                     *           "role": "all",
                     *           "host": "text",
                     *           "pid": 1,
                     *           "version": "text",
                     *           "runtime": "text",
                     *           "startedAt": "2026-11-22T12:00:00.000Z",
                     *           "seenAt": "2026-11-22T12:00:00.000Z"
                     *         }
                     *       ],
                     *       "jobs": [
                     *         {
                     *           "kind": "text",
                     *           "waiting": 1,
                     *           "delayed": 1,
                     *           "running": 1,
                     *           "failed": 1,
                     *           "oldestWaitingSeconds": 1
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["System"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listFailedJobs: {
        parameters: {
            query?: {
                /**
                 * @description `nextCursor` of the page before.
                 * @example eyJhZnRlciI6IjAxOWE5YzVlIn0
                 */
                cursor?: string;
                /**
                 * @description 1 to 200; default 50.
                 * @example 1
                 */
                limit?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of failed jobs. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "items": [
                     *         {
                     *           "id": "text",
                     *           "kind": "text",
                     *           "reason": "The person asked for it.",
                     *           "tries": 1,
                     *           "addedAt": "2026-11-22T12:00:00.000Z",
                     *           "failedAt": "2026-11-22T12:00:00.000Z"
                     *         }
                     *       ],
                     *       "nextCursor": "eyJhZnRlciI6IjAxOWE5YzVlIn0"
                     *     }
                     */
                    "application/json": components["schemas"]["FailedJobPage"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    retryFailedJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example text */
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job waits. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "kind": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["RetriedJob"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Idempotency-Key came with another request before. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Every setting, in the order of the reference. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "items": [
                     *         {
                     *           "group": "text",
                     *           "variable": "text",
                     *           "description": "What it is.",
                     *           "isSecret": false,
                     *           "isSet": false,
                     *           "isChanged": false,
                     *           "value": "text"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Settings"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listWatches: {
        parameters: {
            query?: {
                /**
                 * @description `nextCursor` of the page before.
                 * @example eyJhZnRlciI6IjAxOWE5YzVlIn0
                 */
                cursor?: string;
                /**
                 * @description 1 to 1000; default 100.
                 * @example 1
                 */
                limit?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of watches. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "items": [
                     *         {
                     *           "id": "wat_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *           "clientId": "cli_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *           "subject": "person",
                     *           "personId": "per_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *           "templateId": "tpl_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *           "intervalDays": 1,
                     *           "onRegistryChange": false,
                     *           "createdAt": "2026-11-22T12:00:00.000Z",
                     *           "dueAt": "2026-11-22T12:00:00.000Z",
                     *           "lastExecutionId": "exe_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *           "lastRunAt": "2026-11-22T12:00:00.000Z"
                     *         }
                     *       ],
                     *       "nextCursor": "eyJhZnRlciI6IjAxOWE5YzVlIn0"
                     *     }
                     */
                    "application/json": components["schemas"]["WatchPage"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createWatch: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "cpf": "90000000175",
                 *       "templateId": "tpl_019a9c5e7b1a7f3e8d2c4b6a90817263",
                 *       "intervalDays": 1
                 *     }
                 */
                "application/json": components["schemas"]["WatchRequest"];
            };
        };
        responses: {
            /** @description The watch. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "data": {
                     *         "id": "wat_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *         "clientId": "cli_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *         "subject": "person",
                     *         "personId": "per_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *         "templateId": "tpl_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *         "intervalDays": 1,
                     *         "onRegistryChange": false,
                     *         "createdAt": "2026-11-22T12:00:00.000Z",
                     *         "dueAt": "2026-11-22T12:00:00.000Z",
                     *         "lastExecutionId": "exe_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *         "lastRunAt": "2026-11-22T12:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WatchAnswer"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Idempotency-Key came with another request before. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than the limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getWatch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example wat_019a9c5e7b1a7f3e8d2c4b6a90817263 */
                watchId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The watch. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "data": {
                     *         "id": "wat_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *         "clientId": "cli_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *         "subject": "person",
                     *         "personId": "per_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *         "templateId": "tpl_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *         "intervalDays": 1,
                     *         "onRegistryChange": false,
                     *         "createdAt": "2026-11-22T12:00:00.000Z",
                     *         "dueAt": "2026-11-22T12:00:00.000Z",
                     *         "lastExecutionId": "exe_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *         "lastRunAt": "2026-11-22T12:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WatchAnswer"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteWatch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example wat_019a9c5e7b1a7f3e8d2c4b6a90817263 */
                watchId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It has ended. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "id": "wat_019a9c5e7b1a7f3e8d2c4b6a90817263"
                     *     }
                     */
                    "application/json": {
                        id: string;
                        /** @description UUIDv7 of the request, also in X-Request-Id. */
                        requestId: string;
                    };
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listWebhookEndpoints: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoints. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "items": [
                     *         {
                     *           "id": "whe_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *           "clientId": "cli_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *           "url": "https://example.com/webhooks",
                     *           "types": [
                     *             "face.registered"
                     *           ],
                     *           "description": "What it is.",
                     *           "createdAt": "2026-11-22T12:00:00.000Z",
                     *           "isEnabled": true
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookEndpoints"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://example.com/webhooks"
                 *     }
                 */
                "application/json": components["schemas"]["WebhookEndpointRequest"];
            };
        };
        responses: {
            /** @description The endpoint and its secret. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "data": {
                     *         "id": "whe_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *         "clientId": "cli_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *         "url": "https://example.com/webhooks",
                     *         "types": [
                     *           "face.registered"
                     *         ],
                     *         "description": "What it is.",
                     *         "createdAt": "2026-11-22T12:00:00.000Z",
                     *         "isEnabled": true
                     *       },
                     *       "secret": "c2VjcmV0LW9mLWFuLWV4YW1wbGUtbm90LWEtcmVhbC1vbmU"
                     *     }
                     */
                    "application/json": components["schemas"]["NewWebhookEndpoint"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Idempotency-Key came with another request before. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than the limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example whe_019a9c5e7b1a7f3e8d2c4b6a90817263 */
                endpointId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "data": {
                     *         "id": "whe_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *         "clientId": "cli_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *         "url": "https://example.com/webhooks",
                     *         "types": [
                     *           "face.registered"
                     *         ],
                     *         "description": "What it is.",
                     *         "createdAt": "2026-11-22T12:00:00.000Z",
                     *         "isEnabled": true
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookEndpointAnswer"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example whe_019a9c5e7b1a7f3e8d2c4b6a90817263 */
                endpointId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "id": "whe_019a9c5e7b1a7f3e8d2c4b6a90817263"
                     *     }
                     */
                    "application/json": components["schemas"]["RemovedWebhookEndpoint"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example whe_019a9c5e7b1a7f3e8d2c4b6a90817263 */
                endpointId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://example.com/webhooks"
                 *     }
                 */
                "application/json": components["schemas"]["WebhookEndpointChange"];
            };
        };
        responses: {
            /** @description The endpoint as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "data": {
                     *         "id": "whe_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *         "clientId": "cli_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *         "url": "https://example.com/webhooks",
                     *         "types": [
                     *           "face.registered"
                     *         ],
                     *         "description": "What it is.",
                     *         "createdAt": "2026-11-22T12:00:00.000Z",
                     *         "isEnabled": true
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ChangedWebhookEndpoint"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than the limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /**
                 * @description `nextCursor` of the page before.
                 * @example eyJhZnRlciI6IjAxOWE5YzVlIn0
                 */
                cursor?: string;
                /**
                 * @description 1 to 500; default 50.
                 * @example 1
                 */
                limit?: string;
                /** @example pending */
                state?: "pending" | "delivered" | "failed" | "cancelled";
            };
            header?: never;
            path: {
                /** @example whe_019a9c5e7b1a7f3e8d2c4b6a90817263 */
                endpointId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of deliveries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "items": [
                     *         {
                     *           "id": "whd_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *           "webhookEndpointId": "whe_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *           "eventId": "evt_019a9c5e7b1a7f3e8d2c4b6a90817263",
                     *           "state": "pending",
                     *           "createdAt": "2026-11-22T12:00:00.000Z",
                     *           "dueAt": "2026-11-22T12:00:00.000Z",
                     *           "attempts": [
                     *             {
                     *               "at": "2026-11-22T12:00:00.000Z",
                     *               "status": 1,
                     *               "durationMs": 1,
                     *               "answer": "text"
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "nextCursor": "eyJhZnRlciI6IjAxOWE5YzVlIn0"
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookDeliveryPage"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    replayWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example whd_019a9c5e7b1a7f3e8d2c4b6a90817263 */
                deliveryId: string;
                /** @example whe_019a9c5e7b1a7f3e8d2c4b6a90817263 */
                endpointId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is on its way. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "id": "whd_019a9c5e7b1a7f3e8d2c4b6a90817263"
                     *     }
                     */
                    "application/json": components["schemas"]["ReplayedWebhookDelivery"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Idempotency-Key came with another request before. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    replayWebhookEvents: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example whe_019a9c5e7b1a7f3e8d2c4b6a90817263 */
                endpointId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "from": "2026-11-22T12:00:00.000Z",
                 *       "to": "2026-11-22T12:00:00.000Z"
                 *     }
                 */
                "application/json": components["schemas"]["WebhookReplayRequest"];
            };
        };
        responses: {
            /** @description The preview or the result of the replay. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "events": 1,
                     *       "types": {},
                     *       "isPreview": false
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookReplay"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Idempotency-Key came with another request before. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than the limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example whe_019a9c5e7b1a7f3e8d2c4b6a90817263 */
                endpointId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new secret. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "secret": "c2VjcmV0LW9mLWFuLWV4YW1wbGUtbm90LWEtcmVhbC1vbmU",
                     *       "previousUntil": "2026-11-22T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookSecret"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    testWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example whe_019a9c5e7b1a7f3e8d2c4b6a90817263 */
                endpointId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is on its way; see the deliveries. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "019a9c5e-7b1a-7f3e-8d2c-4b6a90817263",
                     *       "id": "whe_019a9c5e7b1a7f3e8d2c4b6a90817263"
                     *     }
                     */
                    "application/json": components["schemas"]["TestedWebhookEndpoint"];
                };
            };
            /** @description The request is malformed, or its photo cannot be used; `code` tells which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token is missing, malformed, expired, revoked, of another product or bound to another person. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The token lacks the scope. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Idempotency-Key came with another request before. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Overloaded, or something the service needs is down; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    onAttemptMade: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the event, the same in every attempt to deliver it.
                 * @example evt_019a9c5e7b1a7f3e8d2c4b6a90817263
                 */
                "webhook-id": string;
                /**
                 * @description Signatures of `id.timestamp.body`, separated by spaces: `v1a` (ed25519) and `v1` (HMAC-SHA256), as Standard Webhooks has them.
                 * @example v1a,c2lnbmF0dXJl v1,c2lnbmF0dXJl
                 */
                "webhook-signature": string;
                /**
                 * @description Seconds since 1970 at the time of this attempt.
                 * @example 1795348800
                 */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_019a9c5e7b1a7f3e8d2c4b6a90817263",
                 *       "type": "attempt.made",
                 *       "version": 1,
                 *       "timestamp": "2026-11-22T12:00:00.000Z",
                 *       "data": {
                 *         "attemptId": "att_019a9c5e7b1a7f3e8d2c4b6a90817263",
                 *         "personId": "per_019a9c5e7b1a7f3e8d2c4b6a90817263"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["AttemptMadeEvent"];
            };
        };
        responses: {
            /** @description The event is taken. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The endpoint is switched off and receives nothing any more. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is sent again later. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onCaseDecided: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the event, the same in every attempt to deliver it.
                 * @example evt_019a9c5e7b1a7f3e8d2c4b6a90817263
                 */
                "webhook-id": string;
                /**
                 * @description Signatures of `id.timestamp.body`, separated by spaces: `v1a` (ed25519) and `v1` (HMAC-SHA256), as Standard Webhooks has them.
                 * @example v1a,c2lnbmF0dXJl v1,c2lnbmF0dXJl
                 */
                "webhook-signature": string;
                /**
                 * @description Seconds since 1970 at the time of this attempt.
                 * @example 1795348800
                 */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_019a9c5e7b1a7f3e8d2c4b6a90817263",
                 *       "type": "case.decided",
                 *       "version": 1,
                 *       "timestamp": "2026-11-22T12:00:00.000Z",
                 *       "data": {
                 *         "caseId": "cas_019a9c5e7b1a7f3e8d2c4b6a90817263",
                 *         "kind": "execution_pending",
                 *         "personId": "per_019a9c5e7b1a7f3e8d2c4b6a90817263",
                 *         "outcome": "approve"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CaseDecidedEvent"];
            };
        };
        responses: {
            /** @description The event is taken. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The endpoint is switched off and receives nothing any more. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is sent again later. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onCaseOpened: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the event, the same in every attempt to deliver it.
                 * @example evt_019a9c5e7b1a7f3e8d2c4b6a90817263
                 */
                "webhook-id": string;
                /**
                 * @description Signatures of `id.timestamp.body`, separated by spaces: `v1a` (ed25519) and `v1` (HMAC-SHA256), as Standard Webhooks has them.
                 * @example v1a,c2lnbmF0dXJl v1,c2lnbmF0dXJl
                 */
                "webhook-signature": string;
                /**
                 * @description Seconds since 1970 at the time of this attempt.
                 * @example 1795348800
                 */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_019a9c5e7b1a7f3e8d2c4b6a90817263",
                 *       "type": "case.opened",
                 *       "version": 1,
                 *       "timestamp": "2026-11-22T12:00:00.000Z",
                 *       "data": {
                 *         "caseId": "cas_019a9c5e7b1a7f3e8d2c4b6a90817263",
                 *         "kind": "execution_pending",
                 *         "personId": "per_019a9c5e7b1a7f3e8d2c4b6a90817263"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CaseOpenedEvent"];
            };
        };
        responses: {
            /** @description The event is taken. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The endpoint is switched off and receives nothing any more. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is sent again later. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onCompanyListHitGained: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the event, the same in every attempt to deliver it.
                 * @example evt_019a9c5e7b1a7f3e8d2c4b6a90817263
                 */
                "webhook-id": string;
                /**
                 * @description Signatures of `id.timestamp.body`, separated by spaces: `v1a` (ed25519) and `v1` (HMAC-SHA256), as Standard Webhooks has them.
                 * @example v1a,c2lnbmF0dXJl v1,c2lnbmF0dXJl
                 */
                "webhook-signature": string;
                /**
                 * @description Seconds since 1970 at the time of this attempt.
                 * @example 1795348800
                 */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_019a9c5e7b1a7f3e8d2c4b6a90817263",
                 *       "type": "company.list_hit_gained",
                 *       "version": 1,
                 *       "timestamp": "2026-11-22T12:00:00.000Z",
                 *       "data": {
                 *         "companyId": "com_019a9c5e7b1a7f3e8d2c4b6a90817263",
                 *         "executionId": "exe_019a9c5e7b1a7f3e8d2c4b6a90817263"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CompanyListHitGainedEvent"];
            };
        };
        responses: {
            /** @description The event is taken. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The endpoint is switched off and receives nothing any more. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is sent again later. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onCompanyListHitLost: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the event, the same in every attempt to deliver it.
                 * @example evt_019a9c5e7b1a7f3e8d2c4b6a90817263
                 */
                "webhook-id": string;
                /**
                 * @description Signatures of `id.timestamp.body`, separated by spaces: `v1a` (ed25519) and `v1` (HMAC-SHA256), as Standard Webhooks has them.
                 * @example v1a,c2lnbmF0dXJl v1,c2lnbmF0dXJl
                 */
                "webhook-signature": string;
                /**
                 * @description Seconds since 1970 at the time of this attempt.
                 * @example 1795348800
                 */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_019a9c5e7b1a7f3e8d2c4b6a90817263",
                 *       "type": "company.list_hit_lost",
                 *       "version": 1,
                 *       "timestamp": "2026-11-22T12:00:00.000Z",
                 *       "data": {
                 *         "companyId": "com_019a9c5e7b1a7f3e8d2c4b6a90817263",
                 *         "executionId": "exe_019a9c5e7b1a7f3e8d2c4b6a90817263"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CompanyListHitLostEvent"];
            };
        };
        responses: {
            /** @description The event is taken. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The endpoint is switched off and receives nothing any more. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is sent again later. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onCompanyPartnerOnboarded: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the event, the same in every attempt to deliver it.
                 * @example evt_019a9c5e7b1a7f3e8d2c4b6a90817263
                 */
                "webhook-id": string;
                /**
                 * @description Signatures of `id.timestamp.body`, separated by spaces: `v1a` (ed25519) and `v1` (HMAC-SHA256), as Standard Webhooks has them.
                 * @example v1a,c2lnbmF0dXJl v1,c2lnbmF0dXJl
                 */
                "webhook-signature": string;
                /**
                 * @description Seconds since 1970 at the time of this attempt.
                 * @example 1795348800
                 */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_019a9c5e7b1a7f3e8d2c4b6a90817263",
                 *       "type": "company.partner_onboarded",
                 *       "version": 1,
                 *       "timestamp": "2026-11-22T12:00:00.000Z",
                 *       "data": {
                 *         "companyId": "com_019a9c5e7b1a7f3e8d2c4b6a90817263",
                 *         "partnerPersonId": "per_019a9c5e7b1a7f3e8d2c4b6a90817263",
                 *         "partnerCompanyId": "com_019a9c5e7b1a7f3e8d2c4b6a90817263",
                 *         "executionId": "exe_019a9c5e7b1a7f3e8d2c4b6a90817263"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CompanyPartnerOnboardedEvent"];
            };
        };
        responses: {
            /** @description The event is taken. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The endpoint is switched off and receives nothing any more. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is sent again later. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onCompanyStatusChanged: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the event, the same in every attempt to deliver it.
                 * @example evt_019a9c5e7b1a7f3e8d2c4b6a90817263
                 */
                "webhook-id": string;
                /**
                 * @description Signatures of `id.timestamp.body`, separated by spaces: `v1a` (ed25519) and `v1` (HMAC-SHA256), as Standard Webhooks has them.
                 * @example v1a,c2lnbmF0dXJl v1,c2lnbmF0dXJl
                 */
                "webhook-signature": string;
                /**
                 * @description Seconds since 1970 at the time of this attempt.
                 * @example 1795348800
                 */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_019a9c5e7b1a7f3e8d2c4b6a90817263",
                 *       "type": "company.status_changed",
                 *       "version": 1,
                 *       "timestamp": "2026-11-22T12:00:00.000Z",
                 *       "data": {
                 *         "companyId": "com_019a9c5e7b1a7f3e8d2c4b6a90817263",
                 *         "executionId": "exe_019a9c5e7b1a7f3e8d2c4b6a90817263"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CompanyStatusChangedEvent"];
            };
        };
        responses: {
            /** @description The event is taken. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The endpoint is switched off and receives nothing any more. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is sent again later. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onExecutionEnded: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the event, the same in every attempt to deliver it.
                 * @example evt_019a9c5e7b1a7f3e8d2c4b6a90817263
                 */
                "webhook-id": string;
                /**
                 * @description Signatures of `id.timestamp.body`, separated by spaces: `v1a` (ed25519) and `v1` (HMAC-SHA256), as Standard Webhooks has them.
                 * @example v1a,c2lnbmF0dXJl v1,c2lnbmF0dXJl
                 */
                "webhook-signature": string;
                /**
                 * @description Seconds since 1970 at the time of this attempt.
                 * @example 1795348800
                 */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_019a9c5e7b1a7f3e8d2c4b6a90817263",
                 *       "type": "execution.ended",
                 *       "version": 1,
                 *       "timestamp": "2026-11-22T12:00:00.000Z",
                 *       "data": {
                 *         "executionId": "exe_019a9c5e7b1a7f3e8d2c4b6a90817263",
                 *         "personId": "per_019a9c5e7b1a7f3e8d2c4b6a90817263"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ExecutionEndedEvent"];
            };
        };
        responses: {
            /** @description The event is taken. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The endpoint is switched off and receives nothing any more. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is sent again later. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onExecutionWaiting: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the event, the same in every attempt to deliver it.
                 * @example evt_019a9c5e7b1a7f3e8d2c4b6a90817263
                 */
                "webhook-id": string;
                /**
                 * @description Signatures of `id.timestamp.body`, separated by spaces: `v1a` (ed25519) and `v1` (HMAC-SHA256), as Standard Webhooks has them.
                 * @example v1a,c2lnbmF0dXJl v1,c2lnbmF0dXJl
                 */
                "webhook-signature": string;
                /**
                 * @description Seconds since 1970 at the time of this attempt.
                 * @example 1795348800
                 */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_019a9c5e7b1a7f3e8d2c4b6a90817263",
                 *       "type": "execution.waiting",
                 *       "version": 1,
                 *       "timestamp": "2026-11-22T12:00:00.000Z",
                 *       "data": {
                 *         "executionId": "exe_019a9c5e7b1a7f3e8d2c4b6a90817263",
                 *         "personId": "per_019a9c5e7b1a7f3e8d2c4b6a90817263"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ExecutionWaitingEvent"];
            };
        };
        responses: {
            /** @description The event is taken. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The endpoint is switched off and receives nothing any more. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is sent again later. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onFacePossibleDuplicate: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the event, the same in every attempt to deliver it.
                 * @example evt_019a9c5e7b1a7f3e8d2c4b6a90817263
                 */
                "webhook-id": string;
                /**
                 * @description Signatures of `id.timestamp.body`, separated by spaces: `v1a` (ed25519) and `v1` (HMAC-SHA256), as Standard Webhooks has them.
                 * @example v1a,c2lnbmF0dXJl v1,c2lnbmF0dXJl
                 */
                "webhook-signature": string;
                /**
                 * @description Seconds since 1970 at the time of this attempt.
                 * @example 1795348800
                 */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_019a9c5e7b1a7f3e8d2c4b6a90817263",
                 *       "type": "face.possible_duplicate",
                 *       "version": 1,
                 *       "timestamp": "2026-11-22T12:00:00.000Z",
                 *       "data": {
                 *         "personId": "per_019a9c5e7b1a7f3e8d2c4b6a90817263",
                 *         "faceId": "fac_019a9c5e7b1a7f3e8d2c4b6a90817263",
                 *         "otherPersonId": "per_019a9c5e7b1a7f3e8d2c4b6a90817263"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["FacePossibleDuplicateEvent"];
            };
        };
        responses: {
            /** @description The event is taken. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The endpoint is switched off and receives nothing any more. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is sent again later. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onFaceRegistered: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the event, the same in every attempt to deliver it.
                 * @example evt_019a9c5e7b1a7f3e8d2c4b6a90817263
                 */
                "webhook-id": string;
                /**
                 * @description Signatures of `id.timestamp.body`, separated by spaces: `v1a` (ed25519) and `v1` (HMAC-SHA256), as Standard Webhooks has them.
                 * @example v1a,c2lnbmF0dXJl v1,c2lnbmF0dXJl
                 */
                "webhook-signature": string;
                /**
                 * @description Seconds since 1970 at the time of this attempt.
                 * @example 1795348800
                 */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_019a9c5e7b1a7f3e8d2c4b6a90817263",
                 *       "type": "face.registered",
                 *       "version": 1,
                 *       "timestamp": "2026-11-22T12:00:00.000Z",
                 *       "data": {
                 *         "personId": "per_019a9c5e7b1a7f3e8d2c4b6a90817263",
                 *         "faceId": "fac_019a9c5e7b1a7f3e8d2c4b6a90817263"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["FaceRegisteredEvent"];
            };
        };
        responses: {
            /** @description The event is taken. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The endpoint is switched off and receives nothing any more. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is sent again later. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onFaceRemoved: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the event, the same in every attempt to deliver it.
                 * @example evt_019a9c5e7b1a7f3e8d2c4b6a90817263
                 */
                "webhook-id": string;
                /**
                 * @description Signatures of `id.timestamp.body`, separated by spaces: `v1a` (ed25519) and `v1` (HMAC-SHA256), as Standard Webhooks has them.
                 * @example v1a,c2lnbmF0dXJl v1,c2lnbmF0dXJl
                 */
                "webhook-signature": string;
                /**
                 * @description Seconds since 1970 at the time of this attempt.
                 * @example 1795348800
                 */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_019a9c5e7b1a7f3e8d2c4b6a90817263",
                 *       "type": "face.removed",
                 *       "version": 1,
                 *       "timestamp": "2026-11-22T12:00:00.000Z",
                 *       "data": {
                 *         "personId": "per_019a9c5e7b1a7f3e8d2c4b6a90817263",
                 *         "faceId": "fac_019a9c5e7b1a7f3e8d2c4b6a90817263"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["FaceRemovedEvent"];
            };
        };
        responses: {
            /** @description The event is taken. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The endpoint is switched off and receives nothing any more. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is sent again later. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onLivenessSessionEnded: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the event, the same in every attempt to deliver it.
                 * @example evt_019a9c5e7b1a7f3e8d2c4b6a90817263
                 */
                "webhook-id": string;
                /**
                 * @description Signatures of `id.timestamp.body`, separated by spaces: `v1a` (ed25519) and `v1` (HMAC-SHA256), as Standard Webhooks has them.
                 * @example v1a,c2lnbmF0dXJl v1,c2lnbmF0dXJl
                 */
                "webhook-signature": string;
                /**
                 * @description Seconds since 1970 at the time of this attempt.
                 * @example 1795348800
                 */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_019a9c5e7b1a7f3e8d2c4b6a90817263",
                 *       "type": "liveness_session.ended",
                 *       "version": 1,
                 *       "timestamp": "2026-11-22T12:00:00.000Z",
                 *       "data": {
                 *         "livenessSessionId": "liv_019a9c5e7b1a7f3e8d2c4b6a90817263"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["LivenessSessionEndedEvent"];
            };
        };
        responses: {
            /** @description The event is taken. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The endpoint is switched off and receives nothing any more. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is sent again later. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onPersonErased: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the event, the same in every attempt to deliver it.
                 * @example evt_019a9c5e7b1a7f3e8d2c4b6a90817263
                 */
                "webhook-id": string;
                /**
                 * @description Signatures of `id.timestamp.body`, separated by spaces: `v1a` (ed25519) and `v1` (HMAC-SHA256), as Standard Webhooks has them.
                 * @example v1a,c2lnbmF0dXJl v1,c2lnbmF0dXJl
                 */
                "webhook-signature": string;
                /**
                 * @description Seconds since 1970 at the time of this attempt.
                 * @example 1795348800
                 */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_019a9c5e7b1a7f3e8d2c4b6a90817263",
                 *       "type": "person.erased",
                 *       "version": 1,
                 *       "timestamp": "2026-11-22T12:00:00.000Z",
                 *       "data": {
                 *         "personId": "per_019a9c5e7b1a7f3e8d2c4b6a90817263"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["PersonErasedEvent"];
            };
        };
        responses: {
            /** @description The event is taken. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The endpoint is switched off and receives nothing any more. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is sent again later. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onPersonListHitGained: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the event, the same in every attempt to deliver it.
                 * @example evt_019a9c5e7b1a7f3e8d2c4b6a90817263
                 */
                "webhook-id": string;
                /**
                 * @description Signatures of `id.timestamp.body`, separated by spaces: `v1a` (ed25519) and `v1` (HMAC-SHA256), as Standard Webhooks has them.
                 * @example v1a,c2lnbmF0dXJl v1,c2lnbmF0dXJl
                 */
                "webhook-signature": string;
                /**
                 * @description Seconds since 1970 at the time of this attempt.
                 * @example 1795348800
                 */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_019a9c5e7b1a7f3e8d2c4b6a90817263",
                 *       "type": "person.list_hit_gained",
                 *       "version": 1,
                 *       "timestamp": "2026-11-22T12:00:00.000Z",
                 *       "data": {
                 *         "personId": "per_019a9c5e7b1a7f3e8d2c4b6a90817263",
                 *         "executionId": "exe_019a9c5e7b1a7f3e8d2c4b6a90817263"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["PersonListHitGainedEvent"];
            };
        };
        responses: {
            /** @description The event is taken. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The endpoint is switched off and receives nothing any more. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is sent again later. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onPersonListHitLost: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the event, the same in every attempt to deliver it.
                 * @example evt_019a9c5e7b1a7f3e8d2c4b6a90817263
                 */
                "webhook-id": string;
                /**
                 * @description Signatures of `id.timestamp.body`, separated by spaces: `v1a` (ed25519) and `v1` (HMAC-SHA256), as Standard Webhooks has them.
                 * @example v1a,c2lnbmF0dXJl v1,c2lnbmF0dXJl
                 */
                "webhook-signature": string;
                /**
                 * @description Seconds since 1970 at the time of this attempt.
                 * @example 1795348800
                 */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_019a9c5e7b1a7f3e8d2c4b6a90817263",
                 *       "type": "person.list_hit_lost",
                 *       "version": 1,
                 *       "timestamp": "2026-11-22T12:00:00.000Z",
                 *       "data": {
                 *         "personId": "per_019a9c5e7b1a7f3e8d2c4b6a90817263",
                 *         "executionId": "exe_019a9c5e7b1a7f3e8d2c4b6a90817263"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["PersonListHitLostEvent"];
            };
        };
        responses: {
            /** @description The event is taken. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The endpoint is switched off and receives nothing any more. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is sent again later. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onPersonStatusChanged: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the event, the same in every attempt to deliver it.
                 * @example evt_019a9c5e7b1a7f3e8d2c4b6a90817263
                 */
                "webhook-id": string;
                /**
                 * @description Signatures of `id.timestamp.body`, separated by spaces: `v1a` (ed25519) and `v1` (HMAC-SHA256), as Standard Webhooks has them.
                 * @example v1a,c2lnbmF0dXJl v1,c2lnbmF0dXJl
                 */
                "webhook-signature": string;
                /**
                 * @description Seconds since 1970 at the time of this attempt.
                 * @example 1795348800
                 */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_019a9c5e7b1a7f3e8d2c4b6a90817263",
                 *       "type": "person.status_changed",
                 *       "version": 1,
                 *       "timestamp": "2026-11-22T12:00:00.000Z",
                 *       "data": {
                 *         "personId": "per_019a9c5e7b1a7f3e8d2c4b6a90817263",
                 *         "executionId": "exe_019a9c5e7b1a7f3e8d2c4b6a90817263"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["PersonStatusChangedEvent"];
            };
        };
        responses: {
            /** @description The event is taken. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The endpoint is switched off and receives nothing any more. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is sent again later. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onRegistrySwitched: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the event, the same in every attempt to deliver it.
                 * @example evt_019a9c5e7b1a7f3e8d2c4b6a90817263
                 */
                "webhook-id": string;
                /**
                 * @description Signatures of `id.timestamp.body`, separated by spaces: `v1a` (ed25519) and `v1` (HMAC-SHA256), as Standard Webhooks has them.
                 * @example v1a,c2lnbmF0dXJl v1,c2lnbmF0dXJl
                 */
                "webhook-signature": string;
                /**
                 * @description Seconds since 1970 at the time of this attempt.
                 * @example 1795348800
                 */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_019a9c5e7b1a7f3e8d2c4b6a90817263",
                 *       "type": "registry.switched",
                 *       "version": 1,
                 *       "timestamp": "2026-11-22T12:00:00.000Z",
                 *       "data": {
                 *         "dataMonth": "2026-11"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["RegistrySwitchedEvent"];
            };
        };
        responses: {
            /** @description The event is taken. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The endpoint is switched off and receives nothing any more. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is sent again later. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onWatchChanged: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the event, the same in every attempt to deliver it.
                 * @example evt_019a9c5e7b1a7f3e8d2c4b6a90817263
                 */
                "webhook-id": string;
                /**
                 * @description Signatures of `id.timestamp.body`, separated by spaces: `v1a` (ed25519) and `v1` (HMAC-SHA256), as Standard Webhooks has them.
                 * @example v1a,c2lnbmF0dXJl v1,c2lnbmF0dXJl
                 */
                "webhook-signature": string;
                /**
                 * @description Seconds since 1970 at the time of this attempt.
                 * @example 1795348800
                 */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_019a9c5e7b1a7f3e8d2c4b6a90817263",
                 *       "type": "watch.changed",
                 *       "version": 1,
                 *       "timestamp": "2026-11-22T12:00:00.000Z",
                 *       "data": {
                 *         "watchId": "wat_019a9c5e7b1a7f3e8d2c4b6a90817263",
                 *         "executionId": "exe_019a9c5e7b1a7f3e8d2c4b6a90817263",
                 *         "personId": "per_019a9c5e7b1a7f3e8d2c4b6a90817263"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["WatchChangedEvent"];
            };
        };
        responses: {
            /** @description The event is taken. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The endpoint is switched off and receives nothing any more. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is sent again later. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onWebhookEndpointDisabled: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the event, the same in every attempt to deliver it.
                 * @example evt_019a9c5e7b1a7f3e8d2c4b6a90817263
                 */
                "webhook-id": string;
                /**
                 * @description Signatures of `id.timestamp.body`, separated by spaces: `v1a` (ed25519) and `v1` (HMAC-SHA256), as Standard Webhooks has them.
                 * @example v1a,c2lnbmF0dXJl v1,c2lnbmF0dXJl
                 */
                "webhook-signature": string;
                /**
                 * @description Seconds since 1970 at the time of this attempt.
                 * @example 1795348800
                 */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_019a9c5e7b1a7f3e8d2c4b6a90817263",
                 *       "type": "webhook_endpoint.disabled",
                 *       "version": 1,
                 *       "timestamp": "2026-11-22T12:00:00.000Z",
                 *       "data": {
                 *         "webhookEndpointId": "whe_019a9c5e7b1a7f3e8d2c4b6a90817263"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["WebhookEndpointDisabledEvent"];
            };
        };
        responses: {
            /** @description The event is taken. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The endpoint is switched off and receives nothing any more. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is sent again later. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onWebhookEndpointTested: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the event, the same in every attempt to deliver it.
                 * @example evt_019a9c5e7b1a7f3e8d2c4b6a90817263
                 */
                "webhook-id": string;
                /**
                 * @description Signatures of `id.timestamp.body`, separated by spaces: `v1a` (ed25519) and `v1` (HMAC-SHA256), as Standard Webhooks has them.
                 * @example v1a,c2lnbmF0dXJl v1,c2lnbmF0dXJl
                 */
                "webhook-signature": string;
                /**
                 * @description Seconds since 1970 at the time of this attempt.
                 * @example 1795348800
                 */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_019a9c5e7b1a7f3e8d2c4b6a90817263",
                 *       "type": "webhook_endpoint.tested",
                 *       "version": 1,
                 *       "timestamp": "2026-11-22T12:00:00.000Z",
                 *       "data": {
                 *         "webhookEndpointId": "whe_019a9c5e7b1a7f3e8d2c4b6a90817263"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["WebhookEndpointTestedEvent"];
            };
        };
        responses: {
            /** @description The event is taken. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The endpoint is switched off and receives nothing any more. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is sent again later. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
