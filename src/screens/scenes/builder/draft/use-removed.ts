import { useText } from '#i18n/useText.ts'
import { toasts } from '#ui/toasts/toasts.ts'

/** Says that something was taken out; the page's own Undo brings it back. */
export function useRemoved(): (name: string) => void {
  const { t } = useText()
  return (name) => void toasts.show({ text: t('builder.removed', { name }) })
}
