import type { operations } from '#schemas/generated/api/privacy.ts'
import type { HandlersOf } from '../call.ts'
import type { Parts } from '../parts.ts'

/** /privacy: terms and privacy policy. */
export const privacyHandlers = ({ legal, settings }: Parts): HandlersOf<operations> => ({
  readLegalDocument({ params, query, language, host }) {
    const here = settings.of(host)
    const fallback = here.flags.DEFAULT_LANG === 'ch_EN' ? 'ch_EN' : 'ch_DE'
    return legal.document(params.name, query.lang ?? language ?? fallback, here)
  },
})
