/** A QR code that the platform has made. It stays dark on light in every theme: some cameras read nothing else. */

interface QrCodeProps {
  /** A PNG as a data URI. */
  readonly picture: string;
  /** Says what it holds. */
  readonly title: string;
}

export function QrCode({ picture, title }: QrCodeProps) {
  if (!picture.startsWith("data:image/png;base64,")) return null;
  return <img class="qr-code" src={picture} alt={title} width={220} height={220} />;
}
