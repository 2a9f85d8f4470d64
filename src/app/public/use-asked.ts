import { useEffect, useState } from 'react'
import { http } from '#data/http.ts'
import { RequestError } from '#data/request-error.ts'
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
    http.call('getClient', { client_id: id }, { signal: left.signal }).then(
      ({ data }) => setName(data.name),
      (error: unknown) => {
        if (left.signal.aborted) return
        if (!(error instanceof RequestError)) return reportError(error)
        if (error.status !== 404 && error.status !== 400) return
        setUnknown(true)
        program.forget()
      },
    )
    return () => left.abort()
  }, [id])
  if (unknown) return { text: t('session.program.unknown') }
  return asked && name !== undefined
    ? { text: t('session.program.signIn', { program: name }), good: true }
    : undefined
}
