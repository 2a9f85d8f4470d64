import { useEffect, useRef } from 'react'
import { useText } from '#i18n/useText.ts'
import { toasts } from '#ui/toasts.ts'
import { useBench } from './bench.ts'

/** Says that something was taken out, with the way back (ux.md, "Undo rather than confirm"). */
export function useRemoved(): (name: string) => void {
  const { t } = useText()
  const { undo } = useBench()
  const latest = useRef(undo)
  useEffect(() => {
    latest.current = undo
  })
  return (name) => {
    toasts.show({ text: t('builder.removed', { name }), undo: () => latest.current?.() })
  }
}
