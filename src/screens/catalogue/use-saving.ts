import { useState } from 'react'
import { usePorts } from '#engine/engine.ts'
import { failureText } from '#engine/failure-text.ts'
import { useText } from '#i18n/useText.ts'
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

  async function save(text: string, over = kept.version): Promise<void> {
    setBusy(true)
    setRefused(undefined)
    const result = await source.call('saveModel', { maker, entry, text, version: over })
    if (result.ok) {
      setKept({ text, version: result.data.version })
      setTheirs(undefined)
      toasts.show({ text: t('catalogue.saved') })
    } else {
      const changed =
        result.code === 'MODEL_CHANGED'
          ? await source.load('readModel', { maker, entry }).catch(() => undefined)
          : undefined
      if (changed) setTheirs(changed)
      else setRefused(failureText(result, words))
    }
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
