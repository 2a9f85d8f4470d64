import { type Language, languages } from './at-home.ts'

/** Each screen is seen in both pairs by the walks of axe and of the visual lint. */
const PAIRS = { desk: 'ch_DE', phone: 'ch_EN' } as const satisfies Record<string, Language>

/** What takes its time, and no change of a page would break, is seen by `npm run test:nightly` only. */
export const nightly = process.env.GATEHOUSE_JOURNEYS === 'all'

/**
 * The languages that a journey is told in. `npm test` sees it in one pair, German on the desk or English on the phone,
 * whichever those who take it use more; `GATEHOUSE_JOURNEYS=all` in both languages and, where it says `@phone`, sizes.
 */
export const seen = (at: keyof typeof PAIRS): readonly Language[] => (nightly ? languages : [PAIRS[at]])

/** The sizes of a journey that each of them lays out differently: by day where there is least room. */
export const sizes: readonly (keyof typeof PAIRS)[] = nightly ? ['desk', 'phone'] : ['phone']
