package dev.assay.platform.submission;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;

/// Tells addresses of the public Internet from those of this machine, of private networks and of
/// services for machines (IANA's special-purpose registries, RFC 6890).
final class PublicAddress {
  private PublicAddress() {}

  static boolean isPublic(InetAddress address) {
    if (address.isAnyLocalAddress()
        || address.isLoopbackAddress()
        || address.isLinkLocalAddress()
        || address.isSiteLocalAddress()
        || address.isMulticastAddress()) {
      return false;
    }
    byte[] bytes = address.getAddress();
    return address instanceof Inet6Address ? isPublicV6(bytes) : isPublicV4(bytes);
  }

  private static boolean isPublicV4(byte... bytes) {
    boolean isSpecial =
        startsWith(bytes, 0)
            || (bytes[0] & 0xF0) == 0xF0
            || (startsWith(bytes, 100) && (bytes[1] & 0xC0) == 0x40) // of carriers, RFC 6598
            || startsWith(bytes, 192, 0, 0)
            || startsWith(bytes, 192, 0, 2) // examples
            || startsWith(bytes, 192, 88, 99) // 6to4 relays
            || (startsWith(bytes, 198) && (bytes[1] & 0xFE) == 18) // RFC 2544
            || startsWith(bytes, 198, 51, 100) // examples
            || startsWith(bytes, 203, 0, 113); // examples
    return !isSpecial;
  }

  private static boolean isPublicV6(byte... bytes) {
    if (startsWith(bytes, 0x00, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0)) {
      return holdsPublicV4(bytes, 12); // NAT64, RFC 6052
    }
    if (startsWith(bytes, 0x20, 0x02)) {
      return holdsPublicV4(bytes, 2); // 6to4, RFC 3056
    }
    boolean isGlobal = (bytes[0] & 0xE0) == 0x20; // 2000::/3 is all that is given out
    return isGlobal
        && !startsWith(bytes, 0x20, 0x01, 0x00) // Teredo, ORCHID and their like
        && !startsWith(bytes, 0x20, 0x01, 0x0D, 0xB8); // examples
  }

  private static boolean holdsPublicV4(byte[] bytes, int at) {
    try {
      return isPublic(InetAddress.getByAddress(Arrays.copyOfRange(bytes, at, at + 4)));
    } catch (UnknownHostException e) {
      throw new IllegalStateException("four bytes are an address", e);
    }
  }

  private static boolean startsWith(byte[] bytes, int... prefix) {
    for (int i = 0; i < prefix.length; i++) {
      if ((bytes[i] & 0xFF) != prefix[i]) {
        return false;
      }
    }
    return true;
  }
}
