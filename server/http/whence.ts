import { clientOf } from '../lib/user-agent.ts'
import type { SessionRecord } from '../store/sessions.ts'

/** From where a session came, for the audit log. */
export const whence = ({ address, userAgent }: Pick<SessionRecord, 'address' | 'userAgent'>) => ({
  ...(address !== undefined && { address }),
  ...(userAgent !== undefined && { client: clientOf(userAgent).deviceModel }),
})
