import { useWords } from '#i18n/useWords.ts'
import { useNow } from '../../../property/state/useNow.ts'

/** "Today, Sunday, 22 November" above the rows of a day. */
export function DayHeading({ at }: { at: number }) {
  const now = useNow()
  return useWords().day(at, now)
}
