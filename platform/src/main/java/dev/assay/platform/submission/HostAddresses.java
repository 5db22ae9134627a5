package dev.assay.platform.submission;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/// Tells the addresses that a host's name stands for.
@FunctionalInterface
public interface HostAddresses {
  /// The resolver of this machine.
  HostAddresses SYSTEM = host -> List.of(InetAddress.getAllByName(host));

  List<InetAddress> resolve(String host) throws UnknownHostException;
}
