import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { useNow } from '../../../property/state/useNow.ts'
import type { Part } from './parts.ts'

type Heading = NonNullable<Part['heading']>

/** "Today, Sunday, 22 November" above the rows of a day, the name of a group above its own. */
export function PartHeading({ heading, screen }: { heading: Heading; screen: string }) {
  const { say } = useText()
  const now = useNow()
  const words = useWords()
  return 'at' in heading ? words.day(heading.at, now) : heading.name || say(`screens.${screen}.ungrouped`)
}
