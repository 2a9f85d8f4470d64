import { usePorts } from '#engine/engine.ts'
import { usePeople } from '#engine/objects/people.ts'
import { useDevices } from '#engine/property/state/useHome.ts'
import type { Naming, Phrase } from '#gateway/rules/phrase.ts'
import { type Speech, speak } from '#gateway/rules/speak.ts'
import { sayFetching } from '#i18n/say-fetching.ts'
import { type Text, useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import type { LocalWords } from '#i18n/words.ts'
import { useAlarmName } from './builder/forms/messages/use-alarms.ts'
import { propertyAt } from './builder/offered/properties.ts'
import { kindValue } from './kinds.ts'

/** How rules, runs and causes are told: in the language of the person, with the names of the home. */
export interface Telling {
  text: Text
  words: LocalWords
  naming: Naming
  speech: Speech
  tell(phrase: Phrase): string
  /** Who reads it. */
  me: string
  /** Names of the people of the home, as far as they are known. */
  people: ReadonlyMap<string, string>
}

export function useTelling(): Telling {
  const text = useText()
  const words = useWords()
  const { home } = usePorts()
  const { me, people } = usePeople()
  const alarmName = useAlarmName()
  // Names of devices change, and some come later.
  useDevices()
  const speech: Speech = {
    has: text.has,
    // What the home has is named by its layouts; all names there are come for what is gone, or that it might have.
    say: sayFetching(text, 'properties'),
    number: words.number,
    date: words.date,
  }
  const naming: Naming = {
    device: (id) => home.device(id)?.name,
    property: (device, service, property) => propertyAt(home.device(device), { service, property })?.value,
    kind: kindValue,
    user: (id) => people.get(id),
    alarm: alarmName,
  }
  return { text, words, naming, speech, tell: (phrase) => speak(phrase, speech), me, people }
}

/** A clause as a sentence begins. */
export const capital = (clause: string): string => clause.charAt(0).toLocaleUpperCase() + clause.slice(1)
