import { useState } from 'react'
import { usePorts } from '#engine/engine.ts'
import { failureText } from '#engine/failure-text.ts'
import { useText } from '#i18n/useText.ts'
import { isUncertain } from '#lib/silence.ts'
import { toasts } from '#ui/toasts/toasts.ts'

/** What is in the file as far as this page knows; without a version there is none yet. */
interface Kept {
  text: string
  version: string | undefined
}

/** Saving a text as a file, and what is done when somebody else has saved it meanwhile: nobody's text is lost. */
export function useSaving(maker: string, entry: string, begun: Kept) {
  const words = useText()
  const { t } = words
  const { source } = usePorts()
  const [kept, setKept] = useState(begun)
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string>()
  /** What somebody else has saved since. */
  const [theirs, setTheirs] = useState<Kept>()
  /** What was sent and not answered: it may stand in the file all the same. */
  const [unanswered, setUnanswered] = useState<string>()

  /** What the file holds by now, where a text was refused because it is not what that was written over. */
  async function sinceThen(code: string): Promise<Kept | undefined> {
    if (code !== 'MODEL_CHANGED') return undefined
    return await source.load('readModel', { maker, entry }).catch(() => undefined)
  }

  async function put(text: string, over: string | undefined): Promise<void> {
    const result = await source.call('saveModel', { maker, entry, text, version: over })
    const changed = result.ok ? undefined : await sinceThen(result.code)
    setUnanswered(!result.ok && isUncertain(result) ? text : undefined)
    const version = result.ok ? result.data.version : changed?.text === text ? changed.version : undefined
    if (version !== undefined) {
      setKept({ text, version })
      setTheirs(undefined)
      toasts.show({ text: t('catalogue.saved') })
    } else if (changed !== undefined && changed.text === unanswered && over !== changed.version)
      // Nobody else has saved it: it is what this page has sent without hearing of it.
      await put(text, changed.version)
    else if (changed) setTheirs(changed)
    else if (!result.ok) setRefused(failureText(result, words))
  }

  async function save(text: string, over = kept.version): Promise<void> {
    setBusy(true)
    setRefused(undefined)
    await put(text, over)
    setBusy(false)
  }

  /** Goes on with what somebody else has saved. */
  function takeTheirs(): string | undefined {
    if (!theirs) return undefined
    setKept(theirs)
    setTheirs(undefined)
    return theirs.text
  }

  return { kept, theirs, busy, refused, save, takeTheirs }
}
