import { clientOf } from './user-agent.ts'

/** From where a session came, for the audit log. */
export const whence = ({ address, userAgent }: { address?: string; userAgent?: string }) => ({
  ...(address !== undefined && { address }),
  ...(userAgent !== undefined && { client: clientOf(userAgent).deviceModel }),
})
