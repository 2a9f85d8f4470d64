import { useEffect, useState } from 'react'
import { attempt } from '#data/refusal.ts'
import type { Text } from '#i18n/useText.ts'
import { program, useProgram } from '#session/program.ts'

/** For which program somebody signs in. One that is not registered is forgotten, with a word about it. */
export function useAsked({ t }: Text): { text: string; good?: boolean } | undefined {
  const asked = useProgram()
  const id = asked?.request.client_id
  const [name, setName] = useState<string>()
  const [unknown, setUnknown] = useState(false)
  useEffect(() => {
    if (id === undefined) return
    const left = new AbortController()
    attempt('getClient', { client_id: id }, { signal: left.signal }).then(
      (answer) => {
        if (answer.ok) return setName(answer.data.name)
        if (answer.status !== 404 && answer.status !== 400) return
        setUnknown(true)
        program.forget()
      },
      (error: unknown) => left.signal.aborted || reportError(error),
    )
    return () => left.abort()
  }, [id])
  if (unknown) return { text: t('session.program.unknown') }
  return asked && name !== undefined
    ? { text: t('session.program.signIn', { program: name }), good: true }
    : undefined
}
