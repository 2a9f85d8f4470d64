import { useSession } from '#session/session.ts'

/** The name of a gateway that this person knows; its serial number where there is none. */
export const nameOf = (
  serialNumber: string,
  { gateway, gateways }: Pick<ReturnType<typeof useSession>, 'gateway' | 'gateways'>,
): string => [gateway, ...gateways].find((one) => one?.serialNumber === serialNumber)?.name ?? serialNumber

export function useGatewayName(): (serialNumber: string) => string {
  const known = useSession()
  return (serialNumber) => nameOf(serialNumber, known)
}
