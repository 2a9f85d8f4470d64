/** Codes of failures where no answer came from the server, or nothing reached it: what the gateway does nobody knows then. */
export const SERVER_SILENT: ReadonlySet<string> = new Set(['OFFLINE', 'CONNECTION_LOST', 'REQUEST_TIMED_OUT'])

/** And where the gateway did not answer the server: nobody has refused anything. */
export const UNANSWERED: ReadonlySet<string> = new Set([...SERVER_SILENT, 'TIMEOUT'])

/** Whether a call may have been carried out all the same: nothing was answered, or the server broke off. */
export const isUncertain = ({ status = 0 }: { status?: number | undefined }): boolean =>
  status === 0 || status >= 500
