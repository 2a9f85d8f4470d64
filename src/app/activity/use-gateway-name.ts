import { useSession } from '#session/session.ts'

/** Names of the gateways that this person knows; the serial number where there is none. */
export function useGatewayName(): (serialNumber: string) => string {
  const { gateways, gateway } = useSession()
  return (serialNumber) =>
    [gateway, ...gateways].find((one) => one?.serialNumber === serialNumber)?.name ?? serialNumber
}
