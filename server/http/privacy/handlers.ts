import type { operations } from '#schemas/generated/api/privacy.ts'
import type { HandlersOf } from '../call.ts'
import type { Parts } from '../parts.ts'
import { exportHandlers } from './exports.ts'

/** /privacy: terms and privacy policy, and what is kept about somebody. */
export const privacyHandlers = (parts: Parts): HandlersOf<operations> => ({
  ...exportHandlers(parts),

  readLegalDocument({ params, query, language, host }) {
    const { legal, settings } = parts
    const here = settings.of(host)
    const fallback = here.flags.DEFAULT_LANG === 'ch_EN' ? 'ch_EN' : 'ch_DE'
    return legal.document(params.name, query.lang ?? language ?? fallback, here)
  },
})
