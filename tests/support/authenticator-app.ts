import { Secret, TOTP } from 'otpauth'

/** What the app on somebody's telephone shows at a time. */
export const codeOf = (secret: string, at: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at })
