/** Mail is on, and nobody listens at the server: what is enqueued waits. */
export const MAILS_WAIT = {
  SMTP: 'url=smtp://127.0.0.1:1,from=no-reply@binnacle.example',
  SECRET_KEY_FILE: 'read by nobody here',
}
