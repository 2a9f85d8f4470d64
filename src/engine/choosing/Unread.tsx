import { failureText } from '#engine/failure-text.ts'
import { useText } from '#i18n/useText.ts'
import { ErrorState } from '#ui/page/states.tsx'

interface Asked {
  isError: boolean
  error: unknown
  refetch(): unknown
}

/** Of what was asked of the server, what had no answer, and the way to ask again: silence would look like none found. */
export function Unread({ of, title }: { of: readonly Asked[]; title: string }) {
  const text = useText()
  const failed = of.filter(({ isError }) => isError)
  const [first] = failed
  if (!first) return null
  return (
    <ErrorState
      bare
      title={title}
      onRetry={() => {
        for (const one of failed) one.refetch()
      }}
    >
      {failureText(first.error, text)}
    </ErrorState>
  )
}
