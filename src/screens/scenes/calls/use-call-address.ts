import { useState } from 'react'
import { isOutOfReach } from '#engine/conditions/forbidden.ts'
import { useEngine, usePorts } from '#engine/engine.ts'
import { useQuery, useQueryClient } from '#engine/rows.ts'
import { rowsKey } from '#lib/rows/key.ts'
import type { CallAddress } from '#schemas/generated/entities/call-address.ts'

/** What a call of an address does. */
export type Called = { rule_id: string; trigger_id: string } | { resource_id: string }

const isOf = (address: CallAddress, called: Called): boolean =>
  'rule_id' in called
    ? address.rule_id === called.rule_id && address.trigger_id === called.trigger_id
    : address.resource_id === called.resource_id

/** What there is of them, for whoever only asks whether something has one. */
export function useCallAddressList() {
  const { source } = usePorts()
  const { situation } = useEngine()
  const sn = situation.gateway?.serialNumber ?? ''
  return useQuery({
    queryKey: rowsKey('listCallAddresses', { sn }),
    enabled: !isOutOfReach({ operations: ['listCallAddresses'] }, situation),
    queryFn: ({ signal }) => source.load('listCallAddresses', { sn }, signal),
  })
}

/** The address that does something when it is called. Its secret is known from making it until the page goes. */
export function useCallAddress(called: Called) {
  const { source } = usePorts()
  const client = useQueryClient()
  const sn = useEngine().situation.gateway?.serialNumber ?? ''
  const queryKey = rowsKey('listCallAddresses', { sn })
  const [secret, setSecret] = useState<{ id: string; url: string }>()
  const [working, setWorking] = useState(false)
  const { data, error, refetch } = useCallAddressList()
  const address = data?.addresses.find((one) => isOf(one, called))

  async function doing(work: () => Promise<{ ok: boolean }>): Promise<void> {
    if (working) return
    setWorking(true)
    try {
      await work()
      await client.invalidateQueries({ queryKey })
    } finally {
      setWorking(false)
    }
  }

  return {
    address,
    /** The address itself, right after it was made; somebody else may have made another one since. */
    url: secret && secret.id === address?.id ? secret.url : undefined,
    state: data ? ('known' as const) : error ? ('failed' as const) : ('loading' as const),
    failure: error,
    retry: () => void refetch(),
    working,
    make: () =>
      doing(async () => {
        const result = await source.call('makeCallAddress', { sn, ...called })
        if (result.ok) {
          const { address: made, path } = result.data
          setSecret({ id: made.id, url: `${window.location.origin}${path}` })
          // What is told once is not kept waiting for the list.
          client.setQueryData<typeof data>(queryKey, (known) => ({
            addresses: [...(known?.addresses ?? []).filter((one) => !isOf(one, called)), made],
          }))
        }
        return result
      }),
    remove: () =>
      doing(() =>
        address ? source.call('removeCallAddress', { sn, id: address.id }) : Promise.resolve({ ok: true }),
      ),
  }
}
