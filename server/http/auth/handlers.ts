import type { operations } from '#schemas/generated/api/auth.ts'
import type { HandlersOf } from '../call.ts'
import type { Parts } from '../parts.ts'
import { codeHandlers } from './codes.ts'
import { passwordHandlers } from './passwords.ts'
import { pinHandlers } from './pins.ts'
import { registrationHandlers } from './registration.ts'
import { sessionHandlers } from './sessions.ts'
import { signInHandlers } from './sign-in.ts'

/** /auth: accounts, signing in and out, and what proves who somebody is. */
export const authHandlers = (parts: Parts): HandlersOf<operations> => ({
  ...signInHandlers(parts),
  ...registrationHandlers(parts),
  ...passwordHandlers(parts),
  ...codeHandlers(parts),
  ...pinHandlers(parts),
  ...sessionHandlers(parts),
})
