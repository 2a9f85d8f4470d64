import type { operations } from '#schemas/generated/api/auth.ts'
import type { operations as factorOperations } from '#schemas/generated/api/factors.ts'
import type { HandlersOf } from '../call.ts'
import type { Parts } from '../parts.ts'
import { codeHandlers } from './codes.ts'
import { factorHandlers } from './factors.ts'
import { passwordHandlers } from './passwords.ts'
import { pinHandlers } from './pins.ts'
import { registrationHandlers } from './registration.ts'
import { secondFactorHandlers } from './second-factor.ts'
import { sessionHandlers } from './sessions.ts'
import { signInHandlers } from './sign-in.ts'

/** /auth: accounts, signing in and out, and what proves who somebody is. */
export const authHandlers = (parts: Parts): HandlersOf<operations & factorOperations> => ({
  ...signInHandlers(parts),
  ...registrationHandlers(parts),
  ...passwordHandlers(parts),
  ...codeHandlers(parts),
  ...pinHandlers(parts),
  ...sessionHandlers(parts),
  ...secondFactorHandlers(parts),
  ...factorHandlers(parts),
})
