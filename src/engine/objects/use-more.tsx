import { type ReactNode, useState } from 'react'
import { useText } from '#i18n/useText.ts'
import { Button } from '#ui/Button.tsx'

const FIRST = 5

/** The first of many, and a button that shows more of them. */
export function useMore<T>(all: readonly T[], first = FIRST): { shown: readonly T[]; more: ReactNode } {
  const { t } = useText()
  const [count, setCount] = useState(first)
  return {
    shown: all.slice(0, count),
    more: all.length > count && (
      <Button look="quiet" onClick={() => setCount(count * 2)}>
        {t('objects.more')}
      </Button>
    ),
  }
}
