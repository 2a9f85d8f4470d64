import { useState } from 'react'
import { isOutOfReach } from '#engine/conditions/forbidden.ts'
import { useEngine, usePorts } from '#engine/engine.ts'
import { useQuery, useQueryClient } from '#engine/rows.ts'
import { rowsKey } from '#lib/rows/key.ts'
import type { WebAddress } from '#schemas/generated/entities/web-address.ts'

export type Wanted = Pick<WebAddress, 'name' | 'url' | 'method'>

const BAD = 'BAD_WEB_ADDRESS'
const TOLD = { told: [BAD] }
const whyNot = ({ code }: { code: string }): 'bad' | 'changed' | undefined =>
  code === BAD ? 'bad' : code === 'CHANGED_MEANWHILE' ? 'changed' : undefined

/** What there is of them, for whoever only names one. */
export function useWebAddressList() {
  const { source } = usePorts()
  const { situation } = useEngine()
  const sn = situation.gateway?.serialNumber ?? ''
  return useQuery({
    queryKey: rowsKey('listWebAddresses', { sn }),
    enabled: !isOutOfReach({ operations: ['listWebAddresses'] }, situation),
    queryFn: ({ signal }) => source.load('listWebAddresses', { sn }, signal),
  })
}

/** Addresses elsewhere that scenes of the home call. A secret is known from making or renewing it until the form goes. */
export function useWebAddresses() {
  const { source } = usePorts()
  const client = useQueryClient()
  const sn = useEngine().situation.gateway?.serialNumber ?? ''
  const queryKey = rowsKey('listWebAddresses', { sn })
  const [told, setTold] = useState<{ id: string; secret: string }>()
  const [working, setWorking] = useState(false)
  const { data, error, refetch } = useWebAddressList()

  async function doing<T>(work: () => Promise<T>): Promise<T | undefined> {
    if (working) return undefined
    setWorking(true)
    try {
      const done = await work()
      await client.invalidateQueries({ queryKey })
      return done
    } finally {
      setWorking(false)
    }
  }

  return {
    addresses: data?.addresses,
    failure: error,
    retry: () => void refetch(),
    working,
    secretOf: (id: string) => (told?.id === id ? told.secret : undefined),
    /**
     * The address as it is kept; `bad` where nothing of ours calls such a one, `changed` where it is another one by now.
     * All failures but the first are told by themselves.
     */
    save: (
      wanted: Wanted,
      known: WebAddress | undefined,
    ): Promise<WebAddress | 'bad' | 'changed' | undefined> =>
      doing(async () => {
        if (known) {
          const { id, revision } = known
          const changed = await source.call('changeWebAddress', { sn, id, revision, ...wanted }, TOLD)
          return changed.ok ? changed.data.address : whyNot(changed)
        }
        const made = await source.call('makeWebAddress', { sn, ...wanted }, TOLD)
        if (!made.ok) return whyNot(made)
        const { address, secret } = made.data
        setTold({ id: address.id, secret })
        // What is told once is not kept waiting for the list.
        client.setQueryData<typeof data>(queryKey, (known) => ({
          addresses: [...(known?.addresses ?? []), address],
        }))
        return address
      }),
    renew: (id: string) =>
      doing(async () => {
        const renewed = await source.call('renewWebAddress', { sn, id })
        if (renewed.ok) setTold({ id, secret: renewed.data.secret })
      }),
    remove: (id: string) => doing(() => source.call('removeWebAddress', { sn, id })),
  }
}
